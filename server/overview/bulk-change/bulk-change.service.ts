import { eq } from "drizzle-orm";
import { z } from "zod";
import { bulkChanges } from "@/db/schema";
import { callerNow } from "@/server/identity/caller-now.service";
import { atOnce } from "@/server/kit/bulk/bulk.rules";
import { type BulkChangeView, ListBulkChanges, type ReadPlan } from "@/server/kit/bulk/bulk.schema";
import type { BulkKind } from "@/server/kit/bulk/bulk-kind";
import { planRowsPage } from "@/server/kit/bulk/bulk-page";
import { type BulkRequest, planBulk } from "@/server/kit/bulk/bulk-plan";
import { bulkChangeRow, mayHere, planRow, reachable, undoUntilOf, viewOf } from "@/server/kit/bulk/bulk-row";
import { cancelRun, goOn, startRun, undoRun } from "@/server/kit/bulk/bulk-run";
import { assertMay, enterCompany } from "@/server/kit/call/admission";
import { type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { AppError, broken, toAppError } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { t } from "@/texts/t";
import { bulkKindsOf } from "./bulk-kind.service";

interface Run extends Partial<Pick<BulkRequest, "ids" | "action" | "set">> {
  planId?: string;
  resource?: string;
}

/** The kind of these records, for who may change them. @throws AppError `invalid_input`, `forbidden` */
function kindFor(ctx: KnownCtx, resource: string, isOfDesk: boolean): BulkKind {
  const kind = bulkKindsOf(ctx).find((one) => one.resource === resource && (one.actions !== undefined) === isOfDesk);
  if (!kind) {
    const message = t("Records of this kind cannot be changed in bulk.");
    throw new AppError("invalid_input", `resource: ${message}`, { errors: [{ path: "resource", message }] });
  }
  assertMayWrite(ctx, kind);
  return kind;
}

/** @throws AppError `forbidden` */
function assertMayWrite(ctx: KnownCtx, { may }: BulkKind) {
  if (!ctx.company) assertMay(ctx, { permission: may.write });
  else if (!mayHere(ctx, may.write)) throw new AppError("forbidden");
}

const kindOf = (ctx: KnownCtx, { resource, action }: { resource: string; action: string | null }) =>
  kindFor(ctx, resource, action !== null);

const view = async (ctx: KnownCtx, id: string): Promise<BulkChangeView> =>
  viewOf(await bulkChangeRow(ctx, bulkKindsOf(ctx), id));

/** A caller's own plan. */
async function planned(ctx: KnownCtx, planId: string) {
  const plan = await planRow(ctx, planId);
  return { plan, kind: kindOf(ctx, plan) };
}

const runs = listService({
  table: bulkChanges,
  scope: (ctx) => reachable(ctx, bulkKindsOf(ctx)),
  input: ListBulkChanges,
  sort: { createdAt: bulkChanges.createdAt },
  filters: {
    resource: (value) => eq(bulkChanges.resource, value),
    status: (value) => eq(bulkChanges.status, value),
  },
  load: async ({ db }, ids) => (await db.select().from(bulkChanges).where(oneOf(bulkChanges.id, ids))).map(viewOf),
});

/** Changes of many records at once (ADR 141). */
export const bulkChangeService = {
  /** What a change would do; it is kept for an hour, for its caller. @throws AppError 400, 403 */
  async plan(ctx: KnownCtx, { resource, ...request }: BulkRequest & { resource: string }) {
    return planBulk(ctx, kindFor(ctx, resource, request.action !== undefined), request);
  },

  /** A page of the records that a plan would change. */
  async planRows(ctx: KnownCtx, { planId, page }: z.output<typeof ReadPlan>) {
    const { plan, kind } = await planned(ctx, planId);
    return planRowsPage(ctx, kind, plan, page);
  },

  /**
   * Runs a plan, or changes up to 500 named records without one. More are changed by a worker, and the answer says "running".
   * @throws AppError 400, 403, 404 for somebody else's plan, 422 for too many without a plan
   */
  async run(ctx: KnownCtx, { planId, resource, ids, ...request }: Run): Promise<BulkChangeView> {
    if (ctx.inTransaction) throw new Error("a run is begun outside of a transaction");
    if (planId) {
      const { kind } = await planned(ctx, planId);
      return view(ctx, await startRun(ctx, kind, async () => planId));
    }
    const message = t("Name a plan, or records and what each gets.");
    if (!resource || !ids || !request.set)
      throw new AppError("invalid_input", message, { errors: [{ path: "planId", message }] });
    const kind = kindFor(ctx, resource, request.action !== undefined);
    if (new Set(ids).size > atOnce)
      throw broken("ids", t("More than {count} records need a plan first.", { count: atOnce }));
    const change = { ...request, ids, set: request.set };
    return view(ctx, await startRun(ctx, kind, async (ctx) => (await planBulk(ctx, kind, change)).planId));
  },

  get: view,

  /** A page of the bulk changes that the caller may see. */
  list: runs.list,

  /** Ends a run; what it changed stays, or is taken back. @throws AppError 403, 404, 422 */
  async cancel(ctx: KnownCtx, id: string, keep: boolean): Promise<BulkChangeView> {
    const run = await bulkChangeRow(ctx, bulkKindsOf(ctx), id);
    await cancelRun(ctx, kindOf(ctx, run), id, keep);
    return view(ctx, id);
  },

  /** Takes a run back within seven days; what somebody changed since is left. @throws AppError 403, 404, 422 */
  async undo(ctx: KnownCtx, id: string): Promise<BulkChangeView> {
    const run = await bulkChangeRow(ctx, bulkKindsOf(ctx), id);
    await undoRun(ctx, kindOf(ctx, run), id, (run) => undoUntilOf(run) !== null);
    return view(ctx, id);
  },
};

const Payload = z.object({ id: z.uuid() });

/** Who began the run, as they are now, where they may still change such records. */
async function callerOf(outside: KnownCtx, id: string): Promise<{ ctx: KnownCtx; kind: BulkKind } | undefined> {
  const [run] = await outside.db.select().from(bulkChanges).where(eq(bulkChanges.id, id));
  const actor = run && (await callerNow(outside, run));
  if (!run || !actor) return undefined;
  const ctx: KnownCtx = { ...outside, actor, door: run.door };
  try {
    if (!run.companyId) return { ctx, kind: kindOf(ctx, run) };
    const entered = await enterCompany(ctx, { permission: "member", company: "companyId" }, run.companyId);
    return { ctx: entered, kind: kindOf(entered, run) };
  } catch (error) {
    if (toAppError(error).status < 500) return undefined;
    throw error;
  }
}

/** The job: goes on with a run or an undo, wherever it stands. */
export async function goOnWithBulkChange(payload: unknown): Promise<void> {
  const { id } = Payload.parse(payload);
  const outside = systemCtx("worker");
  await goOn(() => callerOf(outside, id), outside, id);
}
