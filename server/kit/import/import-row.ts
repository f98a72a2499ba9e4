import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { imports } from "@/db/schema";
import { type Ctx, type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { sayKept } from "@/texts/kept";
import { importStates } from "./import.rules";
import type { Import } from "./import.schema";
import type { Importer } from "./importer";
import { planMinutes } from "./plan-store";

export type ImportRow = typeof imports.$inferSelect;

export const undoDays = 7;
const planMs = planMinutes * 60_000;
const undoMs = undoDays * 86_400_000;
/** A run that has not taken its lock by then never will. */
const startMs = 10_000;

const interrupted = "The server stopped before the import was done. Nothing was imported.";

/**
 * The imports of this importer, in the caller's company or outside of all. A plan is only there for who made it, and so
 * is all of a private import.
 */
export const reachable = (ctx: KnownCtx, { name, isPrivate }: Importer): SQL =>
  and(
    eq(imports.importer, name),
    ctx.company ? eq(imports.companyId, ctx.company.id) : isNull(imports.companyId),
    isPrivate
      ? eq(imports.owner, ownerOf(ctx))
      : sql`(${imports.status} <> 'planned' or ${imports.owner} = ${ownerOf(ctx)})`,
  ) ?? sql`false`;

const since = (ms: number) => new Date(Date.now() - ms).toISOString();
const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/** A plan is kept for an hour. */
const isOver = ({ status, plannedAt }: ImportRow) => status === "planned" && plannedAt < since(planMs);

/** Held by the transaction of a run: a process that gets it knows that the run is dead. */
export const aliveLock = (id: string) => `import ${id}`;

/** A run whose server died is told as failed: its transaction went with it, and so did its lock. */
async function settled(ctx: Ctx, row: ImportRow): Promise<ImportRow> {
  if (row.status !== "running" || (row.startedAt ?? "") > since(startMs)) return row;
  const [lock] = await ctx.db.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${aliveLock(row.id)}, 0)) as got`,
  );
  if (!lock?.got) return row;
  await ctx.db
    .update(imports)
    .set({ status: "failed", error: interrupted, endedAt: new Date().toISOString() })
    .where(and(eq(imports.id, row.id), inArray(imports.status, importStates.before("failed"))));
  const [now] = await ctx.db.select().from(imports).where(eq(imports.id, row.id));
  return now ?? row;
}

/** @throws AppError 404 where there is none that the caller may see */
export async function importRow(ctx: KnownCtx, importer: Importer, id: string): Promise<ImportRow> {
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), reachable(ctx, importer)));
  if (!row) throw notFound();
  if (isOver(row)) throw new AppError("not_found", "This plan has had its hour. Choose the file again.");
  return settled(ctx, row);
}

/** The newest import of an importer that anybody started. */
export async function newestImport(ctx: Ctx, importer: string): Promise<ImportRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.importer, importer), isNotNull(imports.startedAt)))
    .orderBy(desc(imports.startedAt))
    .limit(1);
  return row && settled(ctx, row);
}

/** The newest imports, plans of the caller's own among them. */
export async function recentImports(ctx: KnownCtx, importer: Importer, limit = 20): Promise<Import[]> {
  const rows = await ctx.db
    .select()
    .from(imports)
    .where(reachable(ctx, importer))
    .orderBy(sql`${imports.createdAt} desc, ${imports.id} desc`)
    .limit(limit);
  const all: Import[] = [];
  for (const row of rows) if (!isOver(row)) all.push(viewOf(ctx, await settled(ctx, row)));
  return all;
}

/** Until when something can be done: a plan confirmed, a finished import undone. */
function untilOf({ status, plannedAt, endedAt }: ImportRow): string | null {
  if (status === "planned") return after(plannedAt, planMs);
  return status === "done" && endedAt && endedAt > since(undoMs) ? after(endedAt, undoMs) : null;
}

/** An import as an answer. */
export function viewOf(ctx: KnownCtx, row: ImportRow): Import {
  const isOwnPlan = row.status === "planned" && row.owner === ownerOf(ctx);
  return {
    ...row,
    options: Object.fromEntries(Object.entries(row.options).map(([key, value]) => [key, String(value)])),
    error: row.error === null ? null : sayKept(row.error),
    left: row.left.map((one) => ({ ...one, reason: sayKept(one.reason) })),
    moved: row.moved as Import["moved"], // written by the engine with the kinds of rows that there are
    token: isOwnPlan ? row.token : null,
    until: untilOf(row),
  };
}
