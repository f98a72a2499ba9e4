import { sql } from "drizzle-orm";
import { notificationSenderHours as hours, notificationSenderStates as states } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import type { Senders } from "./senders";

/** Adds what a worker's senders were answered since it last said so, and says how their breakers stand. */
export async function reportSenders(ctx: KnownCtx, workerId: string, { meter, breakers }: Senders): Promise<void> {
  const taken = meter.take();
  const counts = taken.map(([sender, counted]) => ({ sender, ...counted }));
  const stand = [...breakers].map(([sender, { state }]) => ({ sender, ...state }));
  try {
    await inTransaction(ctx, async (ctx) => {
      // In the order of their keys, so that two workers wait for each other and no more.
      await ctx.db.execute(sql`
        insert into ${hours} as h (sender, hour, accepted, gone, refused, failed, total_ms, slowest_ms)
        select sender, date_trunc('hour', now(), 'UTC'), accepted, gone, refused, failed, "totalMs", "slowestMs"
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c(sender text, accepted int, gone int, refused int,
          failed int, "totalMs" float8, "slowestMs" float8) order by sender
        on conflict (sender, hour) do update set accepted = h.accepted + excluded.accepted, gone = h.gone + excluded.gone,
          refused = h.refused + excluded.refused, failed = h.failed + excluded.failed,
          total_ms = h.total_ms + excluded.total_ms, slowest_ms = greatest(h.slowest_ms, excluded.slowest_ms)`);
      await ctx.db.execute(sql`
        insert into ${states} (worker_id, sender, failures, paused_until, seen_at)
        select ${workerId}::uuid, sender, failures, case when until > 0 then to_timestamp(until / 1000.0) end, now()
        from jsonb_to_recordset(${JSON.stringify(stand)}::jsonb) as s(sender text, failures int, until float8)
        on conflict (worker_id, sender) do update set failures = excluded.failures, paused_until = excluded.paused_until,
          seen_at = excluded.seen_at`);
    });
  } catch (error) {
    meter.putBack(taken);
    throw error;
  }
}

/** A worker that ends says nothing more of its breakers. */
export const forgetWorker = (ctx: KnownCtx, workerId: string) =>
  ctx.db.execute(sql`delete from ${states} where worker_id = ${workerId}::uuid`);

/** Forgets hours of long ago, and workers that died. @returns how many rows went */
export async function purgeSenders(ctx: KnownCtx): Promise<number> {
  const old = await ctx.db.execute(sql`delete from ${hours} where hour < now() - interval '30 days'`);
  const dead = await ctx.db.execute(sql`delete from ${states} where seen_at < now() - interval '1 day'`);
  return old.count + dead.count;
}
