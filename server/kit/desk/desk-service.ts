import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { auditLog, deskDismissals, languages } from "@/db/schema";
import { assertMay } from "@/server/kit/admission";
import { audit } from "@/server/kit/audit";
import { type Ctx, inTransaction, type KnownCtx, mayDo } from "@/server/kit/context";
import { AppError, notFound } from "@/server/kit/errors";
import { unknownReference } from "@/server/kit/exists";
import { contains } from "@/server/kit/list";
import type {
  DeskCell,
  DismissDeskWarning,
  FindDesk,
  ListDesk,
  RecallDeskWarning,
  SetDeskCell,
  SetDeskCells,
} from "./desk.schema";
import {
  conditionOf,
  defaultLanguageId,
  deskLanguages,
  type FoundText,
  findTexts,
  inT,
  isWhole,
  rowsOf,
  textsIn,
  translationsOf,
} from "./desk-list";
import { replaced } from "./desk-replace.rules";
import { type DeskSource, sourceOf, sourcesFor, type Texts } from "./desk-source";

type Cell = z.output<typeof SetDeskCell>;
type At = z.output<typeof DeskCell>;

const mostChanges = 100;
const mostHits = 500;
const batch = 500;

/** The resources that a request is about. @throws AppError 404 for one that the caller may not read */
const chosen = (ctx: KnownCtx, resource: string | undefined) =>
  resource === undefined ? sourcesFor(ctx.actor) : [sourceOf(ctx.actor, resource)];

/** One text; 404 where there is no such. */
async function find(ctx: Ctx, source: DeskSource, id: string): Promise<FoundText> {
  const [found] = await findTexts(ctx, [source], () => eq(source.table.id, id), { skip: 0, take: 1 });
  if (!found) throw notFound();
  return found;
}

async function codeOf(ctx: Ctx, languageId: string) {
  const [language] = await ctx.db.select({ code: languages.code }).from(languages).where(eq(languages.id, languageId));
  if (!language) throw unknownReference("languageId", "language");
  return language.code;
}

/** What the trail calls the change of a field in a language. */
const changeNamed = ({ contents }: DeskSource, id: string, field: string, code: string) =>
  `${contents ? `${contents.one} ${id.slice(-6)} ` : ""}${field} (${code})`;

/** The text holds this, in any case where that does not matter. */
const holds = (column: SQL, text: string, matchCase: boolean) =>
  matchCase ? sql`strpos(${column}, ${text}) > 0` : contains(column)(text);

const taken = () =>
  new AppError("version_mismatch", "Somebody changed this translation after you loaded it. Nothing was saved.");

/** Writes one cell over what the translator saw, as the resource's own screens do it. */
async function write(ctx: KnownCtx, source: DeskSource, { id, languageId, texts, expected }: Cell) {
  const { recordId } = await find(ctx, source, id);
  // Whoever writes to the record waits here, so that what is compared now is what is written over.
  await source.record.change(ctx, recordId, undefined, "translate", async () => ({ changes: {}, result: null }));
  const stored = (await translationsOf(ctx, source, [id])).byText.get(id)?.get(languageId);
  const now = textsIn(source, stored);
  if (expected && Object.keys(now).some((field) => (expected[field] ?? "") !== now[field])) throw taken();
  if (texts === null) {
    if (stored) await source.remove(ctx, id, stored);
    return;
  }
  const given = Object.entries({ ...now, ...texts }).map(([field, text]) => [
    field,
    text === "" && source.fields[field]?.optional ? null : text,
  ]);
  // What a translation has beside its texts, such as a file, stays.
  const whole = source.schema.parse({ ...stored, ...Object.fromEntries(given) });
  await source.set(ctx, id, languageId, whole as never); // what its own doors take, for it is their schema
}

/** The desk's texts are those of other resources: each function asks for the right of the resource itself. */
export const deskService = {
  /** What there is to translate, and how far each language is in it. */
  async overview(ctx: KnownCtx) {
    const sources = sourcesFor(ctx.actor);
    const all = await deskLanguages(ctx);
    const resources = await Promise.all(
      sources.map(async (source) => {
        const [total, counts] = await Promise.all([
          ctx.db.$count(source.table as PgTable),
          ctx.db.execute<{ languageId: string; translated: number; outdated: number }>(sql`
            select t.language_id as "languageId", count(*) filter (where ${isWhole(source)})::int as translated,
              count(t.outdated_from)::int as outdated
            from ${source.texts} t group by t.language_id`),
        ]);
        const counted = new Map([...counts].map((row) => [row.languageId, row]));
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
            translated: counted.get(id)?.translated ?? 0,
            outdated: counted.get(id)?.outdated ?? 0,
          })),
        };
      }),
    );
    return { languages: all, resources };
  },

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

  /** One text as `list` shows it. */
  async get(ctx: KnownCtx, { resource, id, languageId, sourceId }: At & { sourceId?: string }) {
    const found = await find(ctx, sourceOf(ctx.actor, resource), id);
    const [row] = await rowsOf(ctx, [found], languageId, sourceId ?? (await defaultLanguageId(ctx)));
    if (!row) throw notFound();
    return row;
  },

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
        await write(ctx, source, cell);
      }
      return { saved: cells.length };
    }),

  /** Says that a translation is still right although its source changed. */
  confirm: (ctx: KnownCtx, { resource, id, languageId }: At) =>
    inTransaction(ctx, async (ctx) => {
      const source = sourceOf(ctx.actor, resource);
      assertMay(ctx, { permission: source.may.write });
      const [{ recordId }, code] = await Promise.all([find(ctx, source, id), codeOf(ctx, languageId)]);
      await source.record.change(ctx, recordId, undefined, "confirm-translation", async (ctx) => {
        const { texts } = source;
        const confirmed = await ctx.db
          .update(texts)
          .set({ outdatedFrom: null } as never) // a column of every translation table
          .where(and(eq(texts.parentId, id), eq(texts.languageId, languageId), sql`${texts.outdatedFrom} is not null`))
          .returning({ id: texts.id });
        const name = changeNamed(source, id, "confirmed", code);
        return { changes: confirmed.length ? { [name]: [false, true] } : {}, result: null };
      });
      return deskService.get(ctx, { resource, id, languageId });
    }),

  /** Puts a warning aside, with a reason; again with another one. */
  dismiss: (ctx: KnownCtx, { resource, id, languageId, warning, reason }: z.output<typeof DismissDeskWarning>) =>
    inTransaction(ctx, async (ctx) => {
      const source = sourceOf(ctx.actor, resource);
      assertMay(ctx, { permission: source.may.write });
      const [{ recordId, name }, code] = await Promise.all([find(ctx, source, id), codeOf(ctx, languageId)]);
      await ctx.db
        .insert(deskDismissals)
        .values({ resource, textId: id, languageId, warning, reason })
        .onConflictDoUpdate({
          target: [deskDismissals.resource, deskDismissals.textId, deskDismissals.languageId, deskDismissals.warning],
          set: { reason, updatedAt: new Date().toISOString() },
        });
      const changes = { [changeNamed(source, id, warning, code)]: [null, reason] as [unknown, unknown] };
      await audit(ctx, {
        objectType: source.name,
        objectId: recordId,
        objectLabel: name,
        action: "dismiss-warning",
        changes,
      });
      return deskService.get(ctx, { resource, id, languageId });
    }),

  /** Takes that back. */
  recall: (ctx: KnownCtx, { resource, id, languageId, warning }: z.output<typeof RecallDeskWarning>) =>
    inTransaction(ctx, async (ctx) => {
      const source = sourceOf(ctx.actor, resource);
      assertMay(ctx, { permission: source.may.write });
      const [{ recordId, name }, code] = await Promise.all([find(ctx, source, id), codeOf(ctx, languageId)]);
      const [gone] = await ctx.db
        .delete(deskDismissals)
        .where(
          and(
            eq(deskDismissals.resource, resource),
            eq(deskDismissals.textId, id),
            eq(deskDismissals.languageId, languageId),
            eq(deskDismissals.warning, warning),
          ),
        )
        .returning({ reason: deskDismissals.reason });
      const changes = { [changeNamed(source, id, warning, code)]: [gone?.reason ?? null, null] as [unknown, unknown] };
      if (gone)
        await audit(ctx, {
          objectType: source.name,
          objectId: recordId,
          objectLabel: name,
          action: "recall-warning",
          changes,
        });
      return deskService.get(ctx, { resource, id, languageId });
    }),

  /** The changes of a text in one language, newest first, at most a hundred. */
  async history(ctx: KnownCtx, { resource, id, languageId }: At) {
    const source = sourceOf(ctx.actor, resource);
    const [{ recordId }, code] = await Promise.all([find(ctx, source, id), codeOf(ctx, languageId)]);
    const names = new Map(Object.keys(source.fields).map((field) => [changeNamed(source, id, field, code), field]));
    const any = sql.join(
      [...names.keys()].map((name) => sql`jsonb_exists(${auditLog.changes}, ${name})`),
      sql` or `,
    );
    const rows = await ctx.db
      .select({ at: auditLog.at, by: auditLog.actorLabel, changes: auditLog.changes })
      .from(auditLog)
      .where(and(eq(auditLog.objectType, source.name), eq(auditLog.objectId, recordId), sql`(${any})`))
      .orderBy(desc(auditLog.id))
      .limit(mostChanges);
    return rows.flatMap(({ at, by, changes }) =>
      [...names].flatMap(([name, field]) => {
        const [before = null, after = null] = (changes[name] ?? []) as (string | null)[]; // values are texts
        return name in changes ? [{ at, by, field, before, after }] : [];
      }),
    );
  },

  /** What a replacement would change: at most 500 cells, none of them of a resource that the caller may not write. */
  async find(ctx: KnownCtx, { find, replace, matchCase, resource, languageId }: z.output<typeof FindDesk>) {
    const sources = chosen(ctx, resource).filter(({ may }) => mayDo(ctx.actor, may.write));
    const items: {
      resource: string;
      id: string;
      languageId: string;
      recordId: string;
      name: string;
      before: Texts;
      after: Texts;
    }[] = [];
    const inHtml = find.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    const found = await findTexts(
      ctx,
      sources,
      (source) => {
        const hits = Object.entries(source.fields).map(([field, { html }]) =>
          holds(inT(source, field), html ? inHtml : find, matchCase),
        );
        const inLanguage = languageId ? sql`t.language_id = ${languageId} and` : sql``;
        return sql`${source.table.id} in (select t.parent_id from ${source.texts} t where ${inLanguage} (${sql.join(hits, sql` or `)}))`;
      },
      { skip: 0, take: mostHits + 1 },
    );
    for (const source of sources) {
      const of = found.filter((one) => one.resource === source.name);
      if (of.length === 0) continue;
      const { byText } = await translationsOf(
        ctx,
        source,
        of.map(({ id }) => id),
      );
      for (const { id, recordId, name } of of)
        for (const [language, stored] of byText.get(id) ?? []) {
          if (languageId && language !== languageId) continue;
          const before = textsIn(source, stored);
          const after = Object.fromEntries(
            Object.entries(before).map(([field, text]) => [
              field,
              replaced(text, { find, replace, matchCase, html: source.fields[field]?.html === true }),
            ]),
          );
          if (Object.keys(before).some((field) => before[field] !== after[field]))
            items.push({ resource: source.name, id, languageId: language, recordId, name, before, after });
        }
    }
    return { items: items.slice(0, mostHits), isCut: items.length > mostHits || found.length > mostHits };
  },
};
