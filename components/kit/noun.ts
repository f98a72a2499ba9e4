import { t } from "@/texts/t";

interface Named {
  one: string;
  many?: string;
}

/**
 * What a resource is called, as values of a text: `t("{one} saved", noun(of))`. Where articles and participles agree with
 * it, as in French, a catalogue says its `gender`: `"alert level|gender": "m"`.
 */
// not a text
export const noun = ({ one, many = one }: Named) => ({ one: t(one), many: t(many), gender: t(`${one}|gender`) });

/** What the way to a new one is called, such as "Create PERS model". */
export const createTitle = ({ one, title }: { one: string; title?: string }) =>
  title === undefined ? t("Create {one}", noun({ one })) : t(title);

/** A number of them, such as "1 device" or "1,200 devices". */
export const things = (count: number, of: Named) =>
  t("{count, plural, one {# {one}} other {# {many}}}", { count, ...noun(of) });
