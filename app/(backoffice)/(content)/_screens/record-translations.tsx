"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import type { Permission } from "@/server/permissions";

interface Props {
  name: "languages" | "countries";
  record: RecordOf<"languages"> | RecordOf<"countries">;
  needs: Permission;
}

/** The names of a language or a country, as people who speak each language read them. */
export function RecordTranslations({ name, record, needs }: Props) {
  const utils = trpc.useUtils();
  const translate = trpc[name].translate.useMutation();
  const remove = trpc[name].removeTranslation.useMutation();
  const { id, version } = record;
  const ifMatch = `"${version}"`;
  const refresh = () => Promise.all([utils[name].invalidate(), utils.audit.history.invalidate()]);
  return (
    <TranslationsEditor
      fields={[{ name: "label", title: "Name" }]}
      translations={record.translations}
      source={{ label: record.name }}
      canEdit={useMay()(needs)}
      onSave={(languageId, { label = "" }) =>
        translate.mutateAsync({ id, ifMatch, languageId, label }).finally(refresh)
      }
      onRemove={(translationId) => remove.mutateAsync({ id, ifMatch, translationId }).finally(refresh)}
    />
  );
}
