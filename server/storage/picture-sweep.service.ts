import { sql } from "drizzle-orm";
import { auditLog, modelPers, vehicleBrands, vehicleModels } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { storage } from "./storage";

const dayMs = 86_400_000;

/**
 * Those of these pictures that a row refers to. The audit trail counts too, because an undo brings back what it refers
 * to.
 */
async function namedOf(ctx: KnownCtx, keys: string[]) {
  const rows = await ctx.db.execute<{ key: string }>(sql`
    with asked as (select value as key from json_array_elements_text(${JSON.stringify(keys)}::json)),
    trail as (select changes::text || coalesce(snapshot::text, '') as text from ${auditLog}
      where ${auditLog.objectType} in ('vehicle-brand', 'vehicle-model', 'model-pers'))
    select key from asked where key in (select ${vehicleBrands.logo} from ${vehicleBrands})
      or key in (select ${vehicleModels.picture} from ${vehicleModels})
      or key in (select ${modelPers.picture} from ${modelPers})
      or exists (select from trail where position(key in trail.text) > 0)`);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Deletes pictures older than a day that no row refers to: an upload is stored before its row is saved, which may fail.
 * @returns how many were deleted
 */
export async function sweepPictures(ctx: KnownCtx, { list, remove } = storage(), now = Date.now()): Promise<number> {
  let swept = 0;
  for await (const files of list()) {
    const old = files.filter(({ key, writtenAt }) => key.endsWith(".webp") && writtenAt < now - dayMs);
    if (old.length === 0) continue;
    const named = await namedOf(
      ctx,
      old.map(({ key }) => key),
    );
    for (const { key } of old) {
      if (named.has(key)) continue;
      await remove(key);
      swept += 1;
    }
  }
  return swept;
}

/** The routine behind it, for the worker: daily is enough. */
export const pictureSweepRoutine = {
  code: "PICTURE_SWEEP",
  label: "Sweep of unused pictures",
  module: "devices" as const,
  work: (ctx: KnownCtx) => sweepPictures(ctx),
};
