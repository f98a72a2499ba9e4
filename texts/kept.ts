import { z } from "zod";
import { t, type Values } from "./t";

// Sentences that are stored, such as why an import failed, and said in the later reader's language.

/** A stored sentence within another one. */
interface Within {
  kept: string;
}

const isWithin = (value: string | number | Within): value is Within => typeof value === "object";
const Kept = z.tuple([
  z.string(),
  z.record(z.string(), z.union([z.string(), z.number(), z.object({ kept: z.string() })])),
]);

/**
 * A sentence to be stored: the English text, and its values if it has places for them. A value is shown as it is; a value
 * that is itself a sentence of ours is given as `{ kept: … }`.
 */
export const kept = (text: string, values?: Readonly<Record<string, string | number | Within>>) =>
  values ? JSON.stringify([text, values]) : text;

const parsed = (stored: string) => {
  try {
    return Kept.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined; // a text that only begins like one of ours
  }
};

/** A stored sentence in the reader's language. What is none of ours, such as the answer of a mail server, stays as it is. */
export function sayKept(stored: string): string {
  const [text, given] = (stored.startsWith('["') && parsed(stored)) || [stored, undefined];
  if (!given) return t(text);
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(given)) values[name] = isWithin(value) ? sayKept(value.kept) : value;
  return t(text, values satisfies Values);
}
