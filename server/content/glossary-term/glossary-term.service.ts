import { and, eq, sql } from "drizzle-orm";
import { glossaryTerms as terms, glossaryTermTranslations as texts } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { bringTerms } from "@/server/kit/desk/desk-glossary";
import { translatedService } from "@/server/kit/language/translated-service";
import { containsAny, equals } from "@/server/kit/list/list-filters";
import { ListGlossaryTerms } from "./glossary-term.schema";

const most = 500;

/** The words of the trade, in the default language, and how they are translated (ADR 129). */
export const glossaryTermService = translatedService({
  name: "glossary-term",
  label: (row) => row.term,
  table: terms,
  texts,
  scope: "global",
  input: ListGlossaryTerms,
  sort: { term: terms.term, isKept: terms.isKept, createdAt: terms.createdAt, updatedAt: terms.updatedAt },
  filters: { term: containsAny(terms.term, terms.note), isKept: equals(terms.isKept) },
});

/** The terms that stand in this text, with their translations in a language. */
const termsIn = (ctx: Ctx, text: string, languageId: string) =>
  ctx.db
    .select({ term: terms.term, note: terms.note, isKept: terms.isKept, translation: texts.translation })
    .from(terms)
    .leftJoin(texts, and(eq(texts.parentId, terms.id), eq(texts.languageId, languageId)))
    .where(sql`strpos(platform.fold(${text}::text), platform.fold(${terms.term})) > 0`)
    .orderBy(terms.term)
    .limit(most);

bringTerms(termsIn);
