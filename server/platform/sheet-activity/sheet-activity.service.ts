import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { companies, persAlerts, sheetActivities as table, users } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { registry } from "@/server/kit/list/registry";
import { recordService } from "@/server/kit/record/record-service";
import { newestFirst, olderThan, type Place } from "@/server/kit/record/time-line";
import { type CreateSheetActivity, ListSheetActivities } from "./sheet-activity.schema";

const withAuthors = (ctx: Ctx) =>
  ctx.db
    .select({
      ...getTableColumns(table),
      author: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.authorId));

/** The notes of these ids, with their authors. */
export const loadNotes = (ctx: Ctx, ids: string[]) => withAuthors(ctx).where(oneOf(table.id, ids));

interface Of {
  objectId: string;
  modelType: string;
  before: Place | undefined;
  limit: number;
}

/** The notes on one sheet for its time line, newest first. */
export const notesOf = (ctx: Ctx, { objectId, modelType, before, limit }: Of) =>
  withAuthors(ctx)
    .where(
      and(eq(table.objectId, objectId), eq(table.modelType, modelType), olderThan(before, table.createdAt, table.id)),
    )
    .orderBy(newestFirst(table.createdAt, table.id))
    .limit(limit);

const notes = {
  table,
  load: loadNotes,
  input: ListSheetActivities,
  sort: { createdAt: table.createdAt, updatedAt: table.updatedAt, modelType: table.modelType },
  filters: {
    objectId: equals(table.objectId),
    modelType: equals(table.modelType),
    isProCenterMember: equals(table.isProCenterMember),
  },
};
const list = listService({ ...notes, scope: "global" });
/** Notes of staff about people are not shown to those people, nor are those that a company keeps about its riders. */
const ofPortal = listService({
  ...notes,
  scope: () => sql`${and(eq(table.isProCenterMember, true), isNull(table.companyId))}`,
});

const crud = recordService(list, { name: "sheet-activity", label: (row) => row.content.slice(0, 60) });

/** @throws AppError `forbidden` for a caller who is neither its author nor allowed to edit notes of others */
export function assertAuthor({ actor }: KnownCtx, { authorId }: { authorId: string }) {
  const isAuthor = actor.kind === "user" && actor.id === authorId;
  if (!isAuthor && !mayDo(actor, "sheet-activity.manage"))
    throw new AppError("forbidden", "Only its author may change this note.");
}

const assertEditable = async (ctx: KnownCtx, id: string) => assertAuthor(ctx, await crud.lock(ctx, id));

/**
 * Under switch-to the sheet of the one company that was switched to, and of nothing else.
 * @throws AppError `forbidden` unless the sheet is the caller's own, or that of a company they belong to
 */
async function assertOwnSheet({ actor }: KnownCtx, objectId: string) {
  if (actor.kind !== "user") throw new AppError("forbidden");
  if (objectId === actor.id && !actor.actingId) return;
  if (!(await actor.rightsIn?.(objectId))) throw new AppError("forbidden", "You may not see this sheet.");
}

/** Kinds of sheet without a record service. */
const otherSheets = new Map<string, PgTable & { id: AnyPgColumn }>([
  ["user", users],
  ["company", companies],
  ["pers-alert", persAlerts],
]);

/** @throws AppError 422 for a kind of record that has no sheet, and for a record that does not exist */
async function assertSubject(ctx: KnownCtx, modelType: string, objectId: string) {
  const record = [...registry.records].find(({ of }) => of.name === modelType);
  const table = record?.of.table ?? otherSheets.get(modelType);
  if (!table) throw broken("modelType", "There are no sheets of this kind.");
  const [found] = await ctx.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(eq(table.id, objectId))
    .for("key share");
  if (!found) throw unknownReference("objectId", "record");
}

/** Notes on the sheets of records (document 4.11, decisions 6). */
export const sheetActivityService = {
  ...crud,

  /** As `list`, for portal users: of their own sheets, and never notes of staff. */
  async listOwn(ctx: KnownCtx, request: z.output<typeof ListSheetActivities>) {
    if (mayDo(ctx.actor, "sheet-activity.read")) return crud.list(ctx, request);
    await assertOwnSheet(ctx, request.objectId.toLowerCase());
    return ofPortal.list(ctx, request);
  },

  create(ctx: KnownCtx, values: z.output<typeof CreateSheetActivity>) {
    const { actor } = ctx;
    if (actor.kind !== "user") throw new AppError("forbidden", "Only people write notes.");
    return inTransaction(ctx, async (ctx) => {
      await assertSubject(ctx, values.modelType, values.objectId);
      return crud.create(ctx, { ...values, authorId: actor.id, isProCenterMember: actor.type !== "Staff" });
    });
  },

  update: (ctx: KnownCtx, id: string, values: { content?: string }, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await assertEditable(ctx, id);
      return crud.update(ctx, id, values, ifMatch);
    }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await assertEditable(ctx, id);
      await crud.remove(ctx, id, ifMatch);
    }),

  restore: (ctx: KnownCtx, id: string) => crud.restore(ctx, id, assertAuthor),
};
