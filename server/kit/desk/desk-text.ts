import { eq } from "drizzle-orm";
import type { z } from "zod";
import { languages } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import type { DeskCell } from "./desk.schema";
import { defaultLanguageId, findTexts, rowsOf, translationsOf } from "./desk-list";
import { type DeskSource, type FoundText, sourceOf, sourcesFor, type TableSource } from "./desk-source";

export type At = z.output<typeof DeskCell>;

/** The resources that a request is about. @throws AppError 404 for one that the caller may not read */
export const chosen = (ctx: KnownCtx, resource: string | undefined) =>
  resource === undefined ? sourcesFor(ctx.actor) : [sourceOf(ctx.actor, resource)];

/** What is asked for, by whom: a key has no texts of its own. */
export const askedBy = <A extends { assigned?: "me" | "nobody" }>({ actor }: KnownCtx, { assigned, ...asked }: A) => ({
  ...asked,
  ...(assigned && { assigneeId: assigned === "nobody" || actor.kind === "system" ? null : actor.id }),
});

/** One text; 404 where there is no such. */
export async function findText(ctx: KnownCtx, source: DeskSource, id: string): Promise<FoundText> {
  const [found] = await findTexts(ctx, [source], { ids: [id] }, { skip: 0, take: 1 });
  if (!found) throw notFound();
  return found;
}

export async function codeOf(ctx: Ctx, languageId: string) {
  const [language] = await ctx.db.select({ code: languages.code }).from(languages).where(eq(languages.id, languageId));
  if (!language) throw unknownReference("languageId", "language");
  return language.code;
}

/** What the trail calls the change of a field in a language. */
export const changeNamed = ({ contents }: TableSource, id: string, field: string, code: string) =>
  `${contents ? `${contents.one} ${id.slice(-6)} ` : ""}${field} (${code})`;

/**
 * Where the trail keeps the changes of a text in a language: the record, and what it calls them. Of a text that is a record
 * of its own, that one, and while there is none what it belongs to.
 * @throws AppError 422 for an unknown language
 */
export async function trailOf(ctx: Ctx, source: DeskSource, { id, recordId }: FoundText, languageId: string) {
  const code = await codeOf(ctx, languageId);
  if (source.adapter) {
    const stored = (await translationsOf(ctx, source, [id])).byText.get(id)?.get(languageId);
    return { objectId: stored?.id ?? recordId, nameOf: (field: string) => field };
  }
  return { objectId: recordId, nameOf: (field: string) => changeNamed(source, id, field, code) };
}

/** One text as the desk shows it. @throws AppError 404 */
export async function rowAt(ctx: KnownCtx, { resource, id, languageId, sourceId }: At & { sourceId?: string }) {
  const found = await findText(ctx, sourceOf(ctx.actor, resource), id);
  const [row] = await rowsOf(ctx, [found], languageId, sourceId ?? (await defaultLanguageId(ctx)));
  if (!row) throw notFound();
  return row;
}
