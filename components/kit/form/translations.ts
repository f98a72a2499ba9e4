import type { ComponentType } from "react";
import { tokenFault } from "@/server/kit/value/tokens.rules";

export interface TranslationField {
  name: string;
  title: string;
  /** several lines */
  long?: boolean;
  /** HTML, edited as a formatted text */
  html?: boolean;
  /** an input of its own, in place of one for text */
  input?: ComponentType<{
    id: string;
    label: string;
    value: string;
    onChange: (value: string) => void;
    disabled?: boolean;
  }>;
  /** may be left empty */
  optional?: boolean;
}

export interface Language {
  id: string;
  code: string;
  name: string;
  isDefault: boolean;
}

export type Texts = Record<string, string>;
export type StoredTranslation = { id: string; languageId: string } & Record<string, unknown>;

/** A language's texts as stored, "" for what is missing. */
export function textsOf(fields: TranslationField[], translation: StoredTranslation | undefined): Texts {
  return Object.fromEntries(fields.map(({ name }) => [name, String(translation?.[name] ?? "")]));
}

/** Is there a text for every field that needs one? */
export const isSavable = (fields: TranslationField[], texts: Texts) =>
  fields.every(({ name, optional }) => optional || texts[name]?.trim());

/** How much of a language is there, from 0 to 1. */
export const completeness = (fields: TranslationField[], texts: Texts) =>
  fields.filter(({ name }) => texts[name]?.trim()).length / Math.max(fields.length, 1);

/** The next language after `current`, in a circle, that lacks something; undefined where none does. */
export function nextMissing(
  fields: TranslationField[],
  languages: Language[],
  current: string,
  texts: (id: string) => Texts,
) {
  const at = languages.findIndex(({ id }) => id === current);
  const round = [...languages.slice(at + 1), ...languages.slice(0, at + 1)];
  return round.find(({ id }) => completeness(fields, texts(id)) < 1);
}

/** What a translation lost of the source's {tokens}, or has beyond them, by field; a field without a text on one side has no fault. */
export function faultsOf(fields: TranslationField[], source: Texts, texts: Texts): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { name } of fields) {
    const [from, to] = [source[name], texts[name]];
    const fault = from && to?.trim() ? tokenFault(from, to) : undefined;
    if (fault) faults.set(name, fault);
  }
  return faults;
}
