"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { alerts } from "../alert.resource";

/** What riders read of an alert, in every language. */
export function AlertTranslations({ record }: { record: RecordOf<"alerts"> }) {
  const translate = trpc.alerts.translate.useMutation();
  const remove = trpc.alerts.removeTranslation.useMutation();
  const of = { id: record.id, ifMatch: `"${record.version}"` };
  return (
    <TranslationsEditor
      fields={[
        { name: "title", title: "Title" },
        { name: "description", title: "Description", long: true },
      ]}
      translations={record.translations}
      source={{ title: record.alertLabel }}
      canEdit={useMay()(alerts.may.write)}
      onSave={(languageId, { title = "", description }) =>
        translate.mutateAsync({ ...of, languageId, title, description: description || null })
      }
      onRemove={(translationId) => remove.mutateAsync({ ...of, translationId })}
    />
  );
}
