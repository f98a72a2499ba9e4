"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { RecordTranslations } from "../../_screens/record-translations.tab";
import { languages } from "../language.resource";
import { LanguageForm } from "./language.form";
import { LanguageStatus } from "./language.words";

export const LanguageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={languages}
    id={id}
    beside={(record) => <LanguageStatus language={record} />}
    facts={(record) => record.code}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <LanguageForm record={record} /> },
      {
        key: "translations",
        title: "Translations",
        content: (record) => <RecordTranslations of={languages} record={record} />,
      },
    ]}
  />
);
