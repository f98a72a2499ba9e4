import { sql } from "drizzle-orm";
import { env } from "@/env/env";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";

const monthsAhead = 3;

/** Beyond this moment a UUID v7 has no partition of its own (ms): the first of the oldest month that is kept. */
export function oldestKept(now: number) {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - env.IOT_RETENTION_MONTHS, 1);
}

/**
 * Makes the partitions of the coming months and drops those older than IOT_RETENTION_MONTHS; adds up the counts of past
 * hours. Waits at most 5 seconds for readers, so that others do not wait behind it; the next run does what is left.
 * @returns how many partitions were made or dropped
 */
export async function keepPartitions(ctx: Ctx): Promise<number> {
  await ctx.db.execute(sql`select set_config('lock_timeout', '5s', true)`);
  const [row] = await ctx.db.execute<{ changed: number }>(sql`
    select made + dropped as changed from backoffice.iot_keep_partitions(${env.IOT_RETENTION_MONTHS}::int, ${monthsAhead}::int)`);
  await ctx.db.execute(sql`
    with past as (
      delete from backoffice.iot_message_counts where shard > 0 and hour < now() - interval '2 hours' returning *)
    insert into backoffice.iot_message_counts (hour, iot_message_type, shard, messages)
    select hour, iot_message_type, 0, sum(messages) from past group by hour, iot_message_type
    on conflict (iot_message_type, hour, shard) do update set messages = iot_message_counts.messages + excluded.messages`);
  return row?.changed ?? 0;
}

/** The routine behind it, for the worker: daily is enough. */
export const iotPartitionRoutine = {
  code: "IOT_PARTITIONS",
  label: "IoT partition keeper",
  module: "devices" as const,
  work: (ctx: KnownCtx) => keepPartitions(ctx),
};
