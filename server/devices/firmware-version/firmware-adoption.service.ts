import { sql } from "drizzle-orm";
import { persFirmwareHistory } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { dayOnClock } from "@/texts/clock";
import { manner } from "@/texts/speech";
import { type AdoptionWeek, everyWeek } from "./firmware-adoption.rules";
import { firmwareVersionService } from "./firmware-version.service";

/** How many devices ran a version at the end of each week by the reader's clock, from their histories; 404 where there is no such version. */
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
      select date_trunc('week', at at time zone ${manner().timeZone}) as week, sum(n)::int as n from (
        select since as at, 1 as n from runs where version = ${id}
        union all select until, -1 from runs where version = ${id} and until is not null) changes
      group by 1)
    select to_char(week, 'YYYY-MM-DD') as week, sum(n) over (order by week)::int as devices from moves order by 1`);
  return { weeks: everyWeek([...changed], Date.parse(dayOnClock(Date.now()))) };
}
