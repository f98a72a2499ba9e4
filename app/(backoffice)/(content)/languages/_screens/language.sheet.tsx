"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { TranslationsTab } from "@/components/kit/sheet/translations.tab";
import { languages } from "../language.resource";
import { LanguageForm } from "./language.form";
import { LanguageStatus } from "./language.words";

export const LanguageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={languages}
    id={id}
    beside={(record) => <LanguageStatus language={record} />}
    facts={(record) => record.code}
    about={["name", { copy: "code" }, "status", "isDefault"]}
    edit={(record) => <LanguageForm record={record} />}
    tabs={[
      {
        key: "translations",
        title: "Translations",
        content: (record) => (
          <TranslationsTab
            of={languages}
            record={record}
            fields={[{ name: "label", title: "Name" }]}
            source={{ label: record.name }}
          />
        ),
      },
    ]}
  />
);
