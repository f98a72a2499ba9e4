import { sql } from "drizzle-orm";
import { iotMessages } from "@/db/schema/iot-message";
import { momentOf } from "@/db/schema/moment";
import type { KnownCtx } from "@/server/kit/call/context";
import { newestFirst, olderThan, type Place } from "@/server/kit/record/time-line";
import { ofPers } from "./iot-log.service";

/** Messages are kept for about three months. */
const days = 92;

/**
 * The times in which a PERS said nothing for more than a day, each at the message that ended it. Of every day its first and
 * its last message are looked up, so that the cost does not depend on their number.
 */
export async function gapsOf(ctx: KnownCtx, persId: string, before: Place | undefined, limit: number) {
  const { receivedAt } = iotMessages;
  const mine = await ofPers(ctx, persId);
  const edge = (order: "asc" | "desc") => sql`
    cross join lateral (
      select ${receivedAt} as at from ${iotMessages}
      where ${mine} and ${receivedAt} >= day and ${receivedAt} < day + interval '1 day'
      order by ${receivedAt} ${sql.raw(order)} limit 1) ${sql.raw(order === "asc" ? "first" : "last")}`;
  const id = sql`'gap:' || extract(epoch from until)`;
  const rows = await ctx.db.execute<{ id: string; since: string; until: string }>(sql`
    with seen as (
      select first.at as first, last.at as last
      from generate_series(date_trunc('day', now(), 'UTC') - ${days} * interval '1 day', now(), interval '1 day') as day
      ${edge("asc")} ${edge("desc")}),
    gaps as (select lag(last) over (order by first) as since, first as until from seen)
    select ${id} as id, since, until from gaps
    where until - since > interval '1 day' and ${olderThan(before, sql`until`, id) ?? sql`true`}
    order by ${newestFirst(sql`until`, id)} limit ${limit}`);
  return rows.map(({ id, since, until }) => ({
    id,
    at: momentOf(until),
    kind: "gap",
    what: "gap-ended",
    about: null,
    facts: { since: momentOf(since) },
  }));
}
