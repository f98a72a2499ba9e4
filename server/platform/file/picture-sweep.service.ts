import type { KnownCtx } from "@/server/kit/call/context";
import { storage } from "@/server/kit/storage/storage";
import { namedOf } from "./named.service";

const dayMs = 86_400_000;

/**
 * Deletes pictures older than a day that no row refers to: an upload is stored before its row is saved, which may fail.
 * @returns how many were deleted
 */
export async function sweepPictures(ctx: KnownCtx, { list, remove } = storage(), now = Date.now()): Promise<number> {
  let swept = 0;
  for await (const files of list()) {
    const old = files.filter(({ key, writtenAt }) => key.endsWith(".webp") && writtenAt < now - dayMs);
    if (old.length === 0) continue;
    const keys = old.map(({ key }) => key);
    const named = await namedOf(ctx, "picture", keys);
    for (const key of keys) {
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
