"use client";

import type { inferRouterInputs } from "@trpc/server";
import { etagOf, type Versioned } from "@/server/kit/value/etag.rules";
import type { AppRouter } from "@/server/root";
import type { StoredTranslation, Texts, TranslationField } from "../form/translations";
import { TranslationsEditor } from "../form/translations-editor";
import type { RecordName, RecordOf, Resource } from "../resource";
import { hooksOf } from "../resource-hooks";
import { useMay } from "../viewer";

type Inputs = inferRouterInputs<AppRouter>;
/** The routers made with `translationProcedures`. */
type TranslatedName = {
  [N in RecordName]: Inputs[N] extends {
    translate: { languageId: string };
    removeTranslation: { translationId: string };
  }
    ? RecordOf<N> extends { translations: unknown }
      ? N
      : never
    : never;
}[RecordName];
type FieldOf<N extends TranslatedName> = Inputs[N] extends { translate: infer I }
  ? Exclude<keyof I & string, "id" | "ifMatch" | "languageId">
  : never;

interface Props<N extends TranslatedName> {
  of: Resource<N>;
  record: RecordOf<N>;
  fields: (TranslationField & { name: FieldOf<N> })[];
  /** what is translated where the default language has no translation of its own */
  source?: Partial<Record<FieldOf<N>, string>>;
  /** what each write is given beside, such as the company of the record */
  within?: { companyId: string };
}

/** The tab of a sheet in which a record's texts are translated; each save says which version of the record it saw. */
export function TranslationsTab<N extends TranslatedName>({ of, fields, source, within, ...props }: Props<N>) {
  const hooks = hooksOf(of.router);
  const translate = hooks.translate.useMutation();
  const remove = hooks.removeTranslation.useMutation();
  const record = props.record as { id: string; translations: StoredTranslation[] } & Versioned; // as above
  const { id, translations } = record;
  const ifMatch = etagOf(record);
  const given = (texts: Texts) =>
    Object.fromEntries(fields.map(({ name, optional }) => [name, texts[name] || (optional ? null : "")]));
  return (
    <TranslationsEditor
      fields={fields}
      translations={translations}
      source={source as Texts | undefined} // its keys are the fields' names
      canEdit={useMay()(of.may.write)}
      onSave={(languageId, texts) => translate.mutateAsync({ ...within, id, ifMatch, languageId, ...given(texts) })}
      onRemove={(translationId) => remove.mutateAsync({ ...within, id, ifMatch, translationId })}
    />
  );
}

/**
 * That tab for the tabs of a `ResourceSheet`.
 * @param source what is translated of a record where the default language has no translation of its own
 */
export const translationsTab = <N extends TranslatedName>(
  of: Resource<N>,
  fields: Props<N>["fields"],
  source?: (record: RecordOf<N>) => Props<N>["source"],
) => ({
  key: "translations",
  title: "Translations",
  content: (record: RecordOf<N>) => (
    <TranslationsTab of={of} record={record} fields={fields} source={source?.(record)} />
  ),
});
