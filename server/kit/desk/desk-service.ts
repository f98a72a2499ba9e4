import type { z } from "zod";
import { assertMay } from "@/server/kit/call/admission";
import { inTransaction, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { t } from "@/texts/t";
import type { ListDesk, SetDeskCells } from "./desk.schema";
import { reviewCountOf, textCountsOf, withGaps } from "./desk-counts";
import { exportDesk } from "./desk-export";
import { findToReplace } from "./desk-find";
import { defaultLanguageId, deskLanguages, deskModules, findTexts, rowsOf } from "./desk-list";
import { deskReview } from "./desk-review";
import { sourceOf, sourcesFor } from "./desk-source";
import { suggest } from "./desk-suggest";
import { askedBy, chosen, codeOf, rowAt } from "./desk-text";
import { isShownBy } from "./desk-warning.rules";
import { writeCell } from "./desk-write";

const batch = 500;

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** The desk's texts are those of other resources: each function asks for the right of the resource itself. */
export const deskService = {
  /** What there is to translate, and how far each language is in it. */
  async overview(ctx: KnownCtx) {
    const sources = sourcesFor(ctx.actor);
    const all = await deskLanguages(ctx);
    const countOf = await textCountsOf(ctx, sources);
    const resources = await Promise.all(
      sources.map(async (source) => {
        const { total, translated } = countOf(source);
        const review = await reviewCountOf(ctx, source);
        return {
          name: source.name,
          title: t(source.title),
          mayWrite: mayDo(ctx.actor, source.may.write),
          fields: Object.entries(source.fields).map(([name, { title, long, html, optional }]) => ({
            name,
            title: t(title),
            long: long === true,
            html: html === true,
            optional: optional === true,
          })),
          total,
          languages: all.map(({ id }) => ({
            languageId: id,
            translated: translated.get(id) ?? 0,
            review: review.get(id) ?? 0,
          })),
        };
      }),
    );
    return { languages: all, resources };
  },

  modules: (ctx: KnownCtx) => deskModules(ctx, sourcesFor(ctx.actor)),

  /** One page of texts by resource and name. */
  async list(ctx: KnownCtx, input: z.output<typeof ListDesk>) {
    const request = askedBy(ctx, input);
    const { languageId, show, page, limit } = request;
    const asked = chosen(ctx, request.resource);
    const sources = show === "missing" ? await withGaps(ctx, asked, languageId) : asked;
    const sourceId = request.sourceId ?? (await defaultLanguageId(ctx));
    const skip = (page - 1) * limit;
    if (show !== "warned") {
      const found = await findTexts(ctx, sources, request, { skip, take: limit + 1 });
      const items = await rowsOf(ctx, found.slice(0, limit), languageId, sourceId);
      return { items, hasMore: found.length > limit };
    }
    // What is warned of is no column: texts are looked through until the page is full.
    const warned: Row[] = [];
    for (let at = 0; warned.length <= skip + limit; at += batch) {
      const found = await findTexts(ctx, sources, request, { skip: at, take: batch });
      const rows = await rowsOf(ctx, found, languageId, sourceId);
      warned.push(...rows.filter((row) => isShownBy(show, row)));
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
  suggest,
  find: findToReplace,
  export: exportDesk,
};
