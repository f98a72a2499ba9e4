import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { opening } from "./value-text";

interface Named {
  one: string;
  many?: string;
}

/**
 * What a resource is called, as values of a text: `t("{one} saved", noun(of))`. Where articles and participles agree with
 * it, as in French, a catalogue says its `gender`: `"alert level|gender": "m"`, and "mv" for a masculine one that begins with
 * a vowel ("cet appareil").
 */
export const noun = ({ one, many = one }: Named) => ({
  one: within(t(one)),
  many: within(t(many)),
  gender: t(`${one}|gender`), // not a text
});

/** What the way to a new one is called, such as "Create PERS model". */
export const createTitle = ({ one, title }: { one: string; title?: string }) =>
  title === undefined ? opening(t("Create {one}", noun({ one }))) : t(title);

/** A number of them, such as "1 device" or "1,200 devices". */
export const things = (count: number, of: Named) =>
  t("{count, plural, one {# {one}} other {# {many}}}", { count, ...noun(of) });
