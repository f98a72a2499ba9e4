import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { auditLog, companies, removals as table } from "@/db/schema";
import { enterCompany } from "@/server/kit/call/admission";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound, toAppError } from "@/server/kit/call/errors";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { listsOfRemovables, type Removable, removableFor, removablesFor } from "@/server/kit/record/removable";
import { forgetRemoved } from "@/server/kit/record/removal-row";
import { ListRemovals, type Removal } from "./removal.schema";

type Row = typeof table.$inferSelect;
type Shown = z.output<typeof Removal>;

const kindsOf = (ctx: KnownCtx, right: "read" | "write") => [
  ...new Set(removablesFor(ctx, right).map(({ kind }) => kind)),
];

/** What the caller reads, that can still be brought back; inside a company what was that company's. */
function scope(ctx: KnownCtx): SQL {
  const mine = ctx.company ? eq(table.companyId, ctx.company.id) : undefined;
  const isThere = and(isNull(table.restoredAt), gt(table.until, new Date().toISOString()));
  return sql`${and(oneOf(table.kind, kindsOf(ctx, "read"), "text"), mine, isThere)}`;
}

type Loaded = Omit<Shown, "mayRestore">;

const list = listService({
  table,
  scope,
  input: ListRemovals,
  sort: { at: table.at, title: table.title, until: table.until },
  filters: {
    kind: equals(table.kind),
    title: contains(table.title),
    byId: equals(table.byId),
    ofCompanyId: equals(table.companyId),
    partOf: (value) => sql`exists (select from ${auditLog} as a, jsonb_each_text(a.snapshot -> 'self' -> 0) as own
      where a.object_type = ${table.kind} and a.object_id = ${table.objectId} and a.action = 'remove'
        and own.value = ${value})`,
  },
  async load({ db }: Ctx, ids): Promise<Loaded[]> {
    const rows = await db
      .select({ row: table, company: { id: companies.id, name: companies.name } })
      .from(table)
      .leftJoin(companies, eq(companies.id, table.companyId))
      .where(oneOf(table.id, ids));
    return rows.map(({ row: { companyId: _, byId: __, restoredAt: ___, ...row }, company }) => ({ ...row, company }));
  },
});

const shownTo = (ctx: KnownCtx) => {
  const writes = kindsOf(ctx, "write");
  return (row: Loaded): Shown => ({ ...row, mayRestore: writes.includes(row.kind) });
};

/** @throws AppError 404 for what the caller does not see, 403 without the right to write such records */
async function held(ctx: KnownCtx, id: string): Promise<{ row: Row; way: Removable }> {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), scope(ctx)))
    .for("update");
  if (!row) throw notFound();
  const way = removablesFor(ctx, "write").find(({ kind }) => kind === row.kind);
  if (!way) throw new AppError("forbidden");
  return { row, way };
}

/** Brings it back as its own resource does, inside its company where that is where such records are written. */
async function bringBack(ctx: KnownCtx, { row, way }: { row: Row; way: Removable }) {
  if (way.door !== "anyCompany") return way.restore(ctx, row.objectId);
  const admission = { permission: way.write, company: "companyId", staffOnly: true };
  return way.restore(await enterCompany(ctx, admission, row.companyId), row.objectId);
}

/** Ends a transaction whose work is not to stay. */
class Rehearsed extends Error {}

/** What was removed and can be brought back: a look at the audit trail (ADR 4, 145). */
export const removalService = {
  async list(ctx: KnownCtx, request: z.output<typeof ListRemovals>) {
    const { meta, items } = await list.list(ctx, request);
    return { meta, items: items.map(shownTo(ctx)) };
  },

  kinds: async (ctx: KnownCtx) => ({ kinds: kindsOf(ctx, "read").sort(), lists: listsOfRemovables(ctx) }),

  /** The removed record that had an address; null where there is none that the caller sees. */
  async of(ctx: KnownCtx, { list: router, objectId }: { list: string; objectId: string }) {
    const kind = removableFor(ctx, router)?.kind;
    if (!kind) return { removal: null };
    const isIt = and(eq(table.kind, kind), eq(table.objectId, objectId), scope(ctx));
    const [found] = await ctx.db.select({ id: table.id }).from(table).where(isIt);
    const [row] = found ? await list.load(ctx, [found.id]) : [];
    return { removal: row ? shownTo(ctx)(row) : null };
  },

  /** What would not return, and what is in the way, by doing it and taking that back. @throws AppError 403, 404 */
  async rehearse(ctx: KnownCtx, id: string) {
    let lost: Removable["lost"] = [];
    try {
      await inTransaction(ctx, async (ctx) => {
        const found = await held(ctx, id);
        lost = found.way.lost;
        await bringBack(ctx, found).catch((error: unknown) => {
          const known = toAppError(error);
          throw known.status === 422 || known.status === 404 ? new Obstacle(known.detail) : error;
        });
        await ctx.db.execute(sql`set constraints all immediate`);
        throw new Rehearsed();
      });
    } catch (error) {
      if (error instanceof Obstacle) return { lost: [...lost], obstacle: error.message };
      if (!(error instanceof Rehearsed)) throw error;
    }
    return { lost: [...lost], obstacle: null };
  },

  /** @throws AppError 403, 404, 422 where something is in the way */
  restore: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const found = await held(ctx, id);
      await bringBack(ctx, found);
      return { kind: found.row.kind, objectId: found.row.objectId };
    }),

  /** Makes the audit trail forget what the record was, before its time. @throws AppError 403, 404 */
  forget: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const { row } = await held(ctx, id);
      await forgetRemoved(ctx, [row]);
    }),
};

/** What is in the way of bringing a record back, in a sentence. */
class Obstacle extends Error {}
