import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { assertMay } from "@/server/kit/admission";
import { inTransaction, type KnownCtx, mayDo } from "@/server/kit/context";
import { rememberLargeEach } from "@/server/kit/large-total";
import { oneOf } from "@/server/kit/list-filters";
import type { ListDesk, SetDeskCells } from "./desk.schema";
import { exportDesk } from "./desk-export";
import { findToReplace } from "./desk-find";
import { conditionOf, defaultLanguageId, deskLanguages, deskModules, findTexts, rowsOf } from "./desk-list";
import { deskReview } from "./desk-review";
import { type DeskSource, sourceOf, sourcesFor } from "./desk-source";
import { chosen, codeOf, rowAt } from "./desk-text";
import { writeCell } from "./desk-write";

const batch = 500;

/** How many texts there are, and how many of them each language has; large numbers as the kit remembers them. */
async function progressOf(ctx: KnownCtx, { name, table, texts }: DeskSource, languageIds: string[]) {
  const counted = async (where: SQL | undefined) => {
    const rows = await ctx.db.execute<{ id: string; n: number }>(sql`
      select t.language_id as id, count(*)::int as n from ${texts} t where ${where ?? sql`true`} group by t.language_id`);
    return new Map([...rows].map(({ id, n }) => [id, n]));
  };
  const all = async () => new Map([[name, await ctx.db.$count(table as PgTable)]]);
  const [total, translated, outdated] = await Promise.all([
    rememberLargeEach("texts of the desk", [name], all),
    rememberLargeEach(`translations of ${name}`, languageIds, (ids) => counted(oneOf(sql`t.language_id`, ids))),
    counted(sql`t.outdated_from is not null`),
  ]);
  return { total: total.get(name) ?? 0, translated, outdated };
}

/** The desk's texts are those of other resources: each function asks for the right of the resource itself. */
export const deskService = {
  /** What there is to translate, and how far each language is in it. */
  async overview(ctx: KnownCtx) {
    const sources = sourcesFor(ctx.actor);
    const all = await deskLanguages(ctx);
    const languageIds = all.map(({ id }) => id);
    const resources = await Promise.all(
      sources.map(async (source) => {
        const { total, translated, outdated } = await progressOf(ctx, source, languageIds);
        return {
          name: source.name,
          title: source.title,
          mayWrite: mayDo(ctx.actor, source.may.write),
          fields: Object.entries(source.fields).map(([name, { title, long, html, optional }]) => ({
            name,
            title,
            long: long === true,
            html: html === true,
            optional: optional === true,
          })),
          total,
          languages: all.map(({ id }) => ({
            languageId: id,
            translated: translated.get(id) ?? 0,
            outdated: outdated.get(id) ?? 0,
          })),
        };
      }),
    );
    return { languages: all, resources };
  },

  modules: (ctx: KnownCtx) => deskModules(ctx, sourcesFor(ctx.actor)),

  /** One page of texts by resource and name. */
  async list(ctx: KnownCtx, request: z.output<typeof ListDesk>) {
    const { languageId, show, page, limit } = request;
    const sources = chosen(ctx, request.resource);
    const sourceId = request.sourceId ?? (await defaultLanguageId(ctx));
    const condition = (source: DeskSource) => conditionOf(source, request);
    const skip = (page - 1) * limit;
    if (show !== "warned") {
      const found = await findTexts(ctx, sources, condition, { skip, take: limit + 1 });
      const items = await rowsOf(ctx, found.slice(0, limit), languageId, sourceId);
      return { items, hasMore: found.length > limit };
    }
    // What is warned of is no column: texts are looked through until the page is full.
    const warned: Awaited<ReturnType<typeof rowsOf>> = [];
    for (let at = 0; warned.length <= skip + limit; at += batch) {
      const found = await findTexts(ctx, sources, condition, { skip: at, take: batch });
      const rows = await rowsOf(ctx, found, languageId, sourceId);
      warned.push(...rows.filter(({ warnings }) => warnings.some(({ dismissed }) => dismissed === null)));
      if (found.length < batch) break;
    }
    return { items: warned.slice(skip, skip + limit), hasMore: warned.length > skip + limit };
  },

  get: rowAt,

  /**
   * Sets cells, all or none; each as its resource's own screens do it.
   * @throws AppError 400 for a text that the resource does not take, 403, 404, 412 for a stale `expected`
   */
  set: (ctx: KnownCtx, { cells }: z.output<typeof SetDeskCells>) =>
    inTransaction(ctx, async (ctx) => {
      for (const cell of cells) {
        const source = sourceOf(ctx.actor, cell.resource);
        assertMay(ctx, { permission: source.may.write });
        await codeOf(ctx, cell.languageId);
        await writeCell(ctx, source, cell);
      }
      return { saved: cells.length };
    }),

  ...deskReview,
  find: findToReplace,
  export: exportDesk,
};
