"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { levelAlerts } from "../level-alert.resource";

/** The level's name in every language. */
export function LevelAlertTranslations({ record }: { record: RecordOf<"levelAlerts"> }) {
  const translate = trpc.levelAlerts.translate.useMutation();
  const remove = trpc.levelAlerts.removeTranslation.useMutation();
  const { id, version } = record;
  return (
    <TranslationsEditor
      fields={[{ name: "label", title: "Name" }]}
      translations={record.translations}
      source={{ label: record.label }}
      canEdit={useMay()(levelAlerts.may.write)}
      onSave={(languageId, { label = "" }) => translate.mutateAsync({ id, ifMatch: `"${version}"`, languageId, label })}
      onRemove={(translationId) => remove.mutateAsync({ id, translationId })}
    />
  );
}
