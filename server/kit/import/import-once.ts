import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import type { ImportReport } from "./import.schema";
import type { Importer } from "./importer";
import { chosenOf, type FileToImport, keepPlan, planFile } from "./plan-import";
import { keepAlive, reportOf, run, start } from "./run-import";

interface OnceOptions {
  /** finds out what would happen and writes nothing (`?dryRun=true`) */
  dryRun?: boolean;
  /** in place of the importer's own look at its options, such as 404 for one that stands in the path */
  check?: () => Promise<void>;
}

/**
 * The documented upload: reads a file and saves its good rows at once, without a look at the plan.
 * @returns the report and the ids of the records that changed
 */
export async function importOnce(
  ctx: KnownCtx,
  importer: Importer,
  file: FileToImport,
  options: unknown,
  { dryRun = false, check }: OnceOptions = {},
): Promise<{ report: ImportReport; ids: string[] }> {
  const planned = await planFile(ctx, importer, file, chosenOf(importer, options), { check, keep: !dryRun });
  if (dryRun) return { ids: [], report: reportOf(planned.counts, planned.errors) };
  const row = await inTransaction(ctx, async (ctx) => start(ctx, await keepPlan(ctx, importer, file.name, planned)));
  return keepAlive(run(ctx, importer, row, false));
}
