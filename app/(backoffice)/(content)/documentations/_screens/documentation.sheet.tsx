"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { OnOff } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { documentations } from "../documentation.resource";
import { DocumentationForm } from "./documentation.form";
import { DocumentsTab } from "./documents.tab";

export const DocumentationSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={documentations}
    id={id}
    beside={(record) => <OnOff isOn={record.isActivated} />}
    facts={(record) => t("{count, plural, one {# document} other {# documents}}", { count: record.contents.length })}
    about={(record) => ["name", ["Documents", formatted(record.contents.length)], "isActivated"]}
    edit={(record) => <DocumentationForm record={record} />}
    tabs={[
      { key: "documents", title: "Documents", content: (record) => <DocumentsTab record={record} /> },
      {
        key: "preview",
        title: "Preview",
        content: (record) => (
          <PhonePreview
            texts={record.contents.map(({ translations }) => translations)}
            parts={({ title }) => [{ button: title }]}
          />
        ),
      },
    ]}
    remove
  />
);
