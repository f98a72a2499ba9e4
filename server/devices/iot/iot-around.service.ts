import { sql } from "drizzle-orm";
import { iotMessages } from "@/db/schema/iot-message";
import type { Ctx } from "@/server/kit/call/context";
import { ofPers } from "./iot-log.service";

const step = 30 * 60_000;
const steps = 48;

/**
 * The numbers that a device said of a field half a day before and after a moment: for each half hour up to now the last one, null
 * where it said none.
 * @param moment ISO 8601
 */
export async function readingsAround(ctx: Ctx, persId: string, field: string, moment: string) {
  const first = Math.floor((Date.parse(moment) - (steps / 2) * step) / step) * step;
  const count = Math.min(steps, Math.floor((Date.now() - first) / step) + 1);
  const at = (index: number) => new Date(first + index * step).toISOString();
  const { receivedAt, payload } = iotMessages;
  const rows = await ctx.db.execute<{ place: number; value: number }>(sql`
    select floor(extract(epoch from ${receivedAt} - ${at(0)}::timestamptz) * 1000 / ${step}::int)::int as place,
      (array_agg((${payload}->>${field})::float8 order by ${receivedAt} desc))[1] as value
    from ${iotMessages}
    where ${await ofPers(ctx, persId)} and ${receivedAt} >= ${at(0)}::timestamptz and ${receivedAt} < ${at(count)}::timestamptz
      and jsonb_typeof(${payload}->${field}) = 'number'
    group by 1`);
  const known = new Map(rows.map(({ place, value }) => [place, value]));
  return Array.from({ length: count }, (_, index) => ({ at: at(index), value: known.get(index) ?? null }));
}
