import type { Ctx } from "@/server/kit/call/context";

/** A word that people agreed on how to translate. */
export interface Term {
  term: string;
  note: string | null;
  /** it stays as it is */
  isKept: boolean;
  /** in the language that is asked for; null where there is none */
  translation: string | null;
}

type Find = (ctx: Ctx, text: string, languageId: string) => Promise<Term[]>;
let find: Find | undefined;

/** Who knows the terms that stand somewhere in a text of the default language. */
export function bringTerms(by: Find): void {
  find = by;
}

/** The terms in any of these texts. */
export async function termsIn(ctx: Ctx, sources: string[], languageId: string): Promise<Term[]> {
  const text = sources.join("\n");
  return text.trim() === "" || !find ? [] : find(ctx, text, languageId);
}
