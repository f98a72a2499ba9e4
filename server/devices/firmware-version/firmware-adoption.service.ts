import { sql } from "drizzle-orm";
import { persFirmwareHistory } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { type AdoptionWeek, everyWeek } from "./firmware-adoption.rules";
import { firmwareVersionService } from "./firmware-version.service";

/** How many devices ran a version at the end of each week, from their histories; 404 where there is no such version. */
export async function firmwareAdoption(ctx: KnownCtx, id: string): Promise<{ weeks: AdoptionWeek[] }> {
  await firmwareVersionService.get(ctx, id);
  const { id: entry, persId, firmwareVersionId, installedAt } = persFirmwareHistory;
  const changed = await ctx.db.execute<{ week: string; devices: number }>(sql`
    with runs as (
      select ${firmwareVersionId} as version, ${installedAt} as since,
        lead(${installedAt}) over (partition by ${persId} order by ${installedAt}, ${entry}) as until
      from ${persFirmwareHistory}
      where ${persId} in (select ${persId} from ${persFirmwareHistory} where ${firmwareVersionId} = ${id})),
    moves as (
      select since as at, 1 as n from runs where version = ${id}
      union all select until, -1 from runs where version = ${id} and until is not null)
    select to_char(date_trunc('week', at at time zone 'UTC'), 'YYYY-MM-DD') as week,
      sum(sum(n)) over (order by date_trunc('week', at at time zone 'UTC'))::int as devices
    from moves group by date_trunc('week', at at time zone 'UTC') order by 1`);
  return { weeks: everyWeek([...changed], Date.now()) };
}
