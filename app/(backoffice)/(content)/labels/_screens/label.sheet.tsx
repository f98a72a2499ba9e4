"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { labels } from "../label.resource";
import { LabelForm } from "./label.form";

export const LabelSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={labels}
    id={id}
    beside={(record) => <MissingLanguages ids={record.missingLanguageIds} />}
    facts={(record) => [record.module.label, record.labelInterfacePage].filter(Boolean).join(" · ")}
    about={(record) => [{ copy: "name" }, ["Module", record.module.label], "labelInterfacePage", "description"]}
    edit={(record) => <LabelForm record={record} />}
    tabs={[
      {
        key: "translations",
        title: "Translations",
        content: (record) => <LabelTranslations record={record} />,
      },
    ]}
    remove
  />
);

function LabelTranslations({ record }: { record: RecordOf<"labels"> }) {
  const update = trpc.labels.setValue.useMutation();
  const { id, translations } = record;
  const storedIn = (languageId: string) => translations.find((text) => text.languageId === languageId)?.value ?? null;
  const set = (languageId: string, value: string | null) =>
    update.mutateAsync({ id, languageId, value, expected: storedIn(languageId) });
  return (
    <TranslationsEditor
      fields={[{ name: "value", title: "Text", long: true }]}
      translations={translations}
      canEdit={useMay()(labels.may.write)}
      onSave={(languageId, { value = "" }) => set(languageId, value)}
      onRemove={(translationId) => set(translations.find((text) => text.id === translationId)?.languageId ?? "", null)}
    />
  );
}
