import { and, eq, sql } from "drizzle-orm";
import { sheetActivities as table } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { equals } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import type { ListService, ListTable } from "@/server/kit/list/list-source";
import { recordService } from "@/server/kit/record/record-service";
import type { Permission } from "@/server/permissions";
import { assertAuthor, loadNotes } from "@/server/platform/sheet-activity/sheet-activity.service";
import { ListFleetNotes } from "./fleet-note.schema";

type Fleet = Pick<ListService<ListTable, never, { id: string }>, "of" | "get">;

const notes = {
  table,
  company: table.companyId,
  load: loadNotes,
  input: ListFleetNotes,
  sort: { createdAt: table.createdAt },
  filters: { objectId: equals(table.objectId) },
};
const record = recordService(listService(notes), { name: "sheet-activity", label: (row) => row.content.slice(0, 60) });

/**
 * The notes that a company's people keep about what the company reaches (ADR 77): its own, as long as it reaches the thing
 * that they are about.
 * @param fleet what it reaches, such as its devices
 * @param options `modelType`: what sheets of that kind are called where notes are kept; `read`: the right to see the thing,
 * without which nobody writes about it either
 */
export function fleetNotesOf(
  { of, get: getThing }: Fleet,
  { modelType, read }: { modelType: "pers" | "pers-alert" | "vehicle" | "user"; read: Permission },
) {
  const { list, get } = listService({
    ...notes,
    scope: (ctx) => {
      const reached = sql`${table.objectId} in (select ${of.table.id} from ${of.table} where ${of.reach(ctx) ?? sql`true`})`;
      return sql`${and(eq(table.modelType, modelType), reached)}`;
    },
  });

  const assertSeen = ({ company }: KnownCtx) => {
    if (company && !company.rights.has(read)) throw new AppError("forbidden", "You may not see this sheet.");
  };
  /** The record's own reach is the company; that of the thing is asked here. */
  const assertEditable = async (ctx: KnownCtx, id: string, ifMatch?: string) => {
    assertSeen(ctx);
    await get(ctx, id);
    assertAuthor(ctx, await record.lock(ctx, id, ifMatch));
  };

  return {
    read,
    list,
    get,

    /** @throws AppError 404 for a thing out of reach, 403 for a key and for who may not see the thing */
    async create(ctx: KnownCtx, { objectId, content }: { objectId: string; content: string }) {
      const { actor } = ctx;
      if (actor.kind !== "user") throw new AppError("forbidden", "Only people write notes.");
      assertSeen(ctx);
      return inTransaction(ctx, async (ctx) => {
        await getThing(ctx, objectId);
        const isProCenterMember = actor.type !== "Staff";
        return record.create(ctx, { objectId, content, modelType, authorId: actor.id, isProCenterMember });
      });
    },

    update: (ctx: KnownCtx, id: string, values: { content?: string }, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        await assertEditable(ctx, id, ifMatch);
        return record.update(ctx, id, values);
      }),

    remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        await assertEditable(ctx, id, ifMatch);
        await record.remove(ctx, id);
      }),

    restore: (ctx: KnownCtx, id: string) =>
      inTransaction(ctx, async (ctx) => {
        await record.restore(ctx, id, async (ctx, note) => {
          assertSeen(ctx);
          if (note.modelType !== modelType) throw notFound();
          await getThing(ctx, note.objectId);
          assertAuthor(ctx, note);
        });
        return get(ctx, id);
      }),
  };
}
