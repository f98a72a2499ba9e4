import { sql } from "drizzle-orm";
import { iotMessages } from "@/db/schema/iot-message";
import type { KnownCtx } from "@/server/kit/call/context";
import { manner } from "@/texts/speech";
import { ofPers } from "./iot-log.service";

const shownDays = 30;

interface Day extends Record<string, unknown> {
  day: string;
  batteryLevel: number | null;
  signal: number | null;
}

/**
 * What a PERS said last of its battery (%) and its signal (dBm) on each of the last 30 days by the reader's clock, oldest first; null for a
 * day on which it said nothing. Of each day the newest message that has the reading is looked up.
 */
export async function readingsByDay(ctx: KnownCtx, persId: string) {
  const { receivedAt, payload } = iotMessages;
  const zone = manner().timeZone;
  const mine = await ofPers(ctx, persId);
  const last = (field: string) => sql`(
    select (${payload}->>${field})::float8 from ${iotMessages}
    where ${mine} and ${receivedAt} >= day at time zone ${zone} and ${receivedAt} < (day + interval '1 day') at time zone ${zone}
      and jsonb_typeof(${payload}->${field}) = 'number'
    order by ${receivedAt} desc limit 1)`;
  const rows = await ctx.db.execute<Day>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, ${last("batteryLevel")} as "batteryLevel", ${last("signal")} as signal
    from generate_series(
      date_trunc('day', now() at time zone ${zone}) - ${shownDays - 1} * interval '1 day',
      now() at time zone ${zone}, interval '1 day') as day
    order by day`);
  return { days: [...rows] };
}
