"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import type { TextResource } from "./text.words";

interface Props {
  of: TextResource;
  record: { id: string; translations: { id: string; languageId: string; value: string }[] };
  /** its values are formatted */
  html?: boolean;
}

/** The values of a text, each saved over what the translator saw there. */
function TextTranslationsTab({ of, record, html }: Props) {
  const update = trpc[of.router].setValue.useMutation();
  const { id, translations } = record;
  const storedIn = (languageId: string) => translations.find((text) => text.languageId === languageId)?.value ?? null;
  const set = (languageId: string, value: string | null) =>
    update.mutateAsync({ id, languageId, value, expected: storedIn(languageId) });
  return (
    <TranslationsEditor
      fields={[{ name: "value", title: "Text", long: true, html }]}
      translations={translations}
      canEdit={useMay()(of.may.write)}
      onSave={(languageId, { value = "" }) => set(languageId, value)}
      onRemove={(translationId) => set(translations.find((text) => text.id === translationId)?.languageId ?? "", null)}
    />
  );
}

/** That tab for the tabs of a `ResourceSheet`. */
export const textTranslationsTab = (of: TextResource, html?: true) => ({
  key: "translations",
  title: "Translations",
  content: (record: Props["record"]) => <TextTranslationsTab of={of} record={record} html={html} />,
});
