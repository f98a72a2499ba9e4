import { and, asc, eq, gt, inArray, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { bulkChanges } from "@/db/schema";
import { inTransaction, type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { beside } from "@/server/kit/call/replica";
import { conditionsOf } from "@/server/kit/list/list";
import { oneOf } from "@/server/kit/list/list-filters";
import { sayKept } from "@/texts/kept";
import { t } from "@/texts/t";
import { atOnce, bulkStates, mostRefused } from "./bulk.rules";
import type { BulkPlan } from "./bulk.schema";
import { type BulkChange, type BulkKind, type BulkRow, filtersOf } from "./bulk-kind";
import { partsOfBulkChanges } from "./bulk-parts";

/** A record of a plan: what is changed is this version of it, and no other. */
export type PlannedRow = [id: string, version: number];

/** Which records are meant, and what is done to them, as it was sent. */
export interface BulkRequest {
  ids?: string[];
  filters?: Record<string, unknown>;
  all?: boolean;
  action?: string;
  set: Record<string, unknown>;
}

const readAtOnce = 5000;
const now = () => new Date().toISOString();
const invalid = (path: string, message: string) =>
  new AppError("invalid_input", `${path}: ${message}`, { errors: [{ path, message }] });

/** What is done, read by the kind. @throws ZodError, AppError `invalid_input` */
export function changeOfRequest(kind: BulkKind, { action, set }: BulkRequest): BulkChange {
  // The fields of an action stand beside it, those that are set stand in `set`.
  if (action !== undefined) return { action, set: kind.fields(action).parse(set) };
  const read = z.object({ set: kind.fields(null) }).parse({ set });
  if (Object.keys(read.set).length === 0) throw invalid("set", t("Say what each record gets."));
  return { action: null, set: read.set };
}

/** Which records are meant, read by the kind. @throws ZodError, AppError `invalid_input` */
async function chosenBy(ctx: KnownCtx, kind: BulkKind, { ids, filters, all }: BulkRequest): Promise<SQL | undefined> {
  const { table, query, reach } = kind.list;
  if ((ids === undefined) === (filters === undefined)) throw invalid("ids", t("Name either ids or filters."));
  if (ids) return and(oneOf(table.id, ids), reach(ctx));
  const read = z.object({ filters: filtersOf(kind) }).parse({ filters }).filters;
  if (Object.keys(read).length === 0 && all !== true)
    throw invalid("all", t("Without a filter every record is meant. Say all: true if that is so."));
  return conditionsOf(query, await kind.prepare(ctx, read), reach(ctx));
}

/** The records that are meant, some at a time, in the order of their ids, with the columns that the kind judges by. */
async function* rowsOf(ctx: KnownCtx, kind: BulkKind, where: SQL | undefined, reads: string[]) {
  const { table } = kind.list;
  const own = table as unknown as Record<string, BulkKind["list"]["table"]["id"]>;
  const columns = { ...own, ...kind.elsewhere?.(ctx) };
  const fields = Object.fromEntries(["id", "version", ...reads].map((key) => [key, columns[key] ?? table.id]));
  for (let last: string | undefined; ; ) {
    const rows = (await ctx.db
      .select(fields)
      .from(table as PgTable)
      .where(and(where, last === undefined ? undefined : gt(table.id, last)))
      .orderBy(asc(table.id))
      .limit(readAtOnce)) as BulkRow[]; // the fields above
    yield rows;
    if (rows.length < readAtOnce) return;
    last = rows.at(-1)?.id;
  }
}

/** Whose rights a run has from now on. */
export const runAs = ({ actor }: KnownCtx) => ({
  actorType: actor.kind,
  actorId: actor.kind === "system" ? null : actor.id,
  actingId: actor.kind === "user" ? (actor.actingId ?? null) : null,
});

/**
 * Finds out what a change would do to each record, and keeps which versions of which records it is about. No record is
 * changed.
 * @throws AppError `invalid_input`
 */
export function planBulk(ctx: KnownCtx, kind: BulkKind, request: BulkRequest): Promise<BulkPlan> {
  const change = changeOfRequest(kind, request);
  return inTransaction(beside(ctx), async (ctx) => {
    await kind.check(ctx, change);
    const where = await chosenBy(ctx, kind, request);
    const ids = request.ids && [...new Set(request.ids)];
    const [plan] = await ctx.db
      .insert(bulkChanges)
      .values({
        resource: kind.resource,
        companyId: ctx.company?.id ?? null,
        owner: ownerOf(ctx),
        ...runAs(ctx),
        actorLabel: ctx.actor.label,
        door: ctx.door,
        action: change.action,
        set: change.set,
        status: "planned",
        planned: 0,
        same: 0,
        refusedCount: 0,
        refused: [],
        plannedAt: now(),
      })
      .returning({ id: bulkChanges.id });
    if (!plan) throw new AppError("internal");
    const found = new Set<string>();
    const refused: { id: string; reason: string }[] = [];
    let [same, refusedCount, planned] = [0, 0, 0];
    const refuse = (id: string, reason: string) => {
      refusedCount++;
      if (refused.length < mostRefused) refused.push({ id, reason });
    };
    let waiting: PlannedRow[] = [];
    const keep = async (size: number) => {
      while (waiting.length >= size) {
        const part = waiting.slice(0, atOnce);
        await partsOfBulkChanges.write(ctx, plan.id, "plan", planned / atOnce, part);
        planned += part.length;
        waiting = waiting.slice(atOnce);
      }
    };
    for await (const rows of rowsOf(ctx, kind, where, kind.reads(change))) {
      for (const row of rows) {
        if (ids) found.add(row.id);
        const judged = kind.judge(row, change);
        if (judged === "same") same++;
        else if (judged === "change") waiting.push([row.id, row.version]);
        else refuse(row.id, judged.refused);
      }
      await keep(atOnce);
    }
    await keep(1);
    for (const id of ids ?? []) if (!found.has(id)) refuse(id, "It does not exist, or is not within your reach.");
    const labels = await kind.labels(
      ctx,
      refused.map(({ id }) => id),
    );
    const named = refused.map((one) => ({ ...one, label: labels.get(one.id) ?? "" }));
    await ctx.db
      .update(bulkChanges)
      .set({ planned, same, refusedCount, refused: named })
      .where(and(eq(bulkChanges.id, plan.id), inArray(bulkChanges.status, bulkStates.before("running"))));
    const said = named.map((one) => ({ ...one, reason: sayKept(one.reason) }));
    return { planId: plan.id, change: planned, same, refused: said, refusedCount };
  });
}
