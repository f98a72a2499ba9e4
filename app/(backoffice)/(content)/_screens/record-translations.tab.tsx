"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf, Resource } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";

interface Props {
  of: Resource<"languages"> | Resource<"countries">;
  record: RecordOf<"languages"> | RecordOf<"countries">;
}

/** The names of a language or a country, as people who speak each language read them. */
export function RecordTranslations({ of, record }: Props) {
  const translate = trpc[of.router].translate.useMutation();
  const remove = trpc[of.router].removeTranslation.useMutation();
  const { id, version } = record;
  const ifMatch = `"${version}"`;
  return (
    <TranslationsEditor
      fields={[{ name: "label", title: "Name" }]}
      translations={record.translations}
      source={{ label: record.name }}
      canEdit={useMay()(of.may.write)}
      onSave={(languageId, { label = "" }) => translate.mutateAsync({ id, ifMatch, languageId, label })}
      onRemove={(translationId) => remove.mutateAsync({ id, ifMatch, translationId })}
    />
  );
}
