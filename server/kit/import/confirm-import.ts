import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import { imports } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { importStates } from "./import.rules";
import type { Import } from "./import.schema";
import { aliveLock, importRow, viewOf } from "./import-row";
import type { Importer } from "./importer";
import { removePlan } from "./plan-store";
import { keepAlive, run, start } from "./run-import";

/** How long an answer waits for the end of a run, so that small imports answer with it. */
const patienceMs = 1500;
const now = () => new Date().toISOString();

/** A plan of the caller's, as it was shown. @throws AppError 404, 422 */
async function plannedRow(ctx: KnownCtx, importer: Importer, id: string, token: string) {
  const row = await importRow(ctx, importer, id);
  if (row.status !== "planned") throw broken("id", "This import was started already.");
  if (row.token !== token)
    throw broken("token", "This was planned again since. Look at it before you confirm.", "plan_outdated");
  return row;
}

/** As `confirmImport`, for a job: waits until the run has ended. @throws what the run failed of */
export async function runImport(ctx: KnownCtx, importer: Importer, id: string, token: string): Promise<Import> {
  const row = await plannedRow(ctx, importer, id, token);
  await keepAlive(run(ctx, importer, await start(ctx, row), true));
  return viewOf(ctx, await importRow(ctx, importer, id));
}

/**
 * Starts an import as its plan showed it and waits a moment for its end; it needs no caller to go on. Where the data moved
 * since, nothing is written: the import is planned again, and `moved` says which rows would do something else.
 * @throws AppError 404 for somebody else's plan, 422 where it was started, or planned again, since
 */
export async function confirmImport(ctx: KnownCtx, importer: Importer, id: string, token: string): Promise<Import> {
  if (ctx.inTransaction) throw new Error("a run that goes on is begun outside of a transaction");
  const row = await plannedRow(ctx, importer, id, token);
  const work = keepAlive(run(ctx, importer, await start(ctx, row), true)).catch(() => undefined); // the import itself says how it ended
  await Promise.race([work, sleep(patienceMs, undefined, { ref: false })]);
  return viewOf(ctx, await importRow(ctx, importer, id));
}

/** A run that waits for somebody else's lock does not look whether it is cancelled: its statement is called off. */
const wake = (ctx: KnownCtx, id: string) =>
  ctx.db.execute(sql`
    select pg_cancel_backend(a.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.wait_event_type = 'Lock'
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(${aliveLock(id)}, 0)`);

/** Gives a plan up, or asks a run to end: its transaction is then rolled back. What is over stays as it is. */
export async function cancelImport(ctx: KnownCtx, importer: Importer, id: string): Promise<Import> {
  const row = await importRow(ctx, importer, id);
  await inTransaction(ctx, async (ctx) => {
    if (row.status === "planned")
      await ctx.db
        .update(imports)
        .set({ status: "cancelled", endedAt: now() })
        .where(and(eq(imports.id, id), inArray(imports.status, importStates.before("running"))));
    await ctx.db
      .update(imports)
      .set({ cancelAsked: true })
      .where(and(eq(imports.id, id), eq(imports.status, "running")));
  });
  if (row.status === "planned") await removePlan(row.planKey, row.chunks.length);
  for (const begun = Date.now(); Date.now() - begun < patienceMs; await sleep(50)) {
    const [is] = await ctx.db.select({ status: imports.status }).from(imports).where(eq(imports.id, id));
    if (is?.status !== "running") break;
    await wake(ctx, id); // each time, for it may have begun to wait only now
  }
  return viewOf(ctx, await importRow(ctx, importer, id));
}
