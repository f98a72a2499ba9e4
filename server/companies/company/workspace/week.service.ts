import { sql } from "drizzle-orm";
import { companyPreferences, pers, persCurrentData } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import { reachedPers } from "@/server/devices/reach/fleet-reach.service";
import type { CompanyCtx } from "@/server/kit/call/context";

/** More devices are not added up for a home page: each costs a look into its messages. */
const mostDevices = 2000;

const { persId, readings, lastMessageAt } = persCurrentData;

/** The newest distance among all that a device said, in km. */
const newest = sql`(select (type.fields->'distance'->>0)::float8 from jsonb_each(${readings}) as type (name, fields)
  where jsonb_typeof(type.fields->'distance'->0) = 'number' order by type.fields->'distance'->>1 desc limit 1)`;

/** The first distance that it sent since that moment, in km. */
const firstSince = (monday: ReturnType<typeof sql>) => sql`(select (message.payload->>'distance')::float8
  from ${iotMessages} as message
  where message.pers_serial_number = ${pers.nuSerialPersNumber} and message.received_at >= ${monday}
    and jsonb_typeof(message.payload->'distance') = 'number' order by message.received_at, message.id limit 1)`;

/** What a company's fleet did since Monday, in the company's time zone. */
export const weekService = {
  /**
   * How far its devices went, from the first distance that each sent this week to the newest; a device whose distance fell,
   * such as one put on another vehicle, counts nothing.
   * @returns km, null where more devices were heard of this week than are added up
   */
  async distance(ctx: CompanyCtx): Promise<{ distance: number | null }> {
    const [row] = await ctx.db.execute<{ devices: number; distance: number }>(sql`
      with zone as (select coalesce((select ${companyPreferences.timeZone} from ${companyPreferences}
          where ${companyPreferences.companyId} = ${ctx.company.id}), 'UTC') as name),
        week as materialized (select date_trunc('week', now() at time zone name) at time zone name as monday from zone),
        heard as materialized (select ${pers.id} as id from ${pers} join ${persCurrentData} on ${persId} = ${pers.id}
          where ${reachedPers(ctx)} and ${lastMessageAt} >= (select monday from week) limit ${mostDevices + 1})
      select (select count(*)::int from heard) as devices,
        case when (select count(*) from heard) > ${mostDevices} then 0 else (
          select coalesce(sum(greatest(0, ${newest} - ${firstSince(sql`(select monday from week)`)})), 0)
          from ${pers} join ${persCurrentData} on ${persId} = ${pers.id} where ${pers.id} in (select id from heard)
        ) end::float8 as distance`);
    if (!row) throw new Error("a figure has no row");
    return { distance: row.devices > mostDevices ? null : row.distance };
  },
};
