import { type SQL, sql } from "drizzle-orm";
import { iotMessageCounts } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import { momentOf } from "@/db/schema/moment";
import type { Ctx } from "@/server/kit/call/context";
import { type ListRequest, parseSort } from "@/server/kit/list/list.schema";
import { beginningOf, endingOf, iso } from "@/texts/clock";

interface Period extends ListRequest {
  dtBegin?: string;
  dtEnd?: string;
}

const hour = 3_600_000;

/** The period as [from, to) in ms; open ends are far away. */
function boundsOf({ dtBegin, dtEnd }: Period) {
  const from = dtBegin === undefined ? 0 : Date.parse(beginningOf(dtBegin));
  const to = dtEnd === undefined ? Date.parse("9999-01-01") : Date.parse(endingOf(dtEnd)) + 1;
  return { from, to };
}

const ofTypes = (column: SQL, types: string[] | undefined) =>
  types === undefined
    ? sql`true`
    : types.length === 0
      ? sql`false`
      : sql`${column} in (${sql.join(
          types.map((type) => sql`${type}`),
          sql`, `,
        )})`;

/** Counts the messages of [from, to) one by one: the ends of a period that are no whole hours. */
function exactly(from: number, to: number, types: string[] | undefined) {
  if (from >= to) return sql`0`;
  const { receivedAt, iotMessageType } = iotMessages;
  return sql`(select count(*) from ${iotMessages} where ${receivedAt} >= ${iso(from)}::timestamptz
    and ${receivedAt} < ${iso(to)}::timestamptz and ${ofTypes(sql`${iotMessageType}`, types)})`;
}

/** How many messages of these types were received in the period: from the hourly counts, so exact and fast at any size. */
export async function countMessages(ctx: Ctx, request: Period, types?: string[]): Promise<number> {
  const { from, to } = boundsOf(request);
  const first = Math.ceil(from / hour) * hour;
  const last = Math.floor(to / hour) * hour;
  const { hour: at, iotMessageType, messages } = iotMessageCounts;
  const wholeHours =
    first < last
      ? sql`(select coalesce(sum(${messages}), 0) from ${iotMessageCounts} where ${at} >= ${iso(first)}::timestamptz
          and ${at} < ${iso(last)}::timestamptz and ${ofTypes(sql`${iotMessageType}`, types)})`
      : sql`0`;
  const ends =
    first < last ? sql`${exactly(from, first, types)} + ${exactly(last, to, types)}` : exactly(from, to, types);
  const [row] = await ctx.db.execute<{ count: string }>(sql`select ${wholeHours} + ${ends} as count`);
  return Number(row?.count ?? 0);
}

/**
 * Where a far page begins, without walking over what lies before it: the hour, and the offset within it.
 * @returns undefined past the end
 */
export async function placeOf(ctx: Ctx, request: Period, types: string[] | undefined, offset: number) {
  const { from, to } = boundsOf(request);
  const descending = parseSort(request.sortBy || "receivedAt:desc")[0]?.direction === "desc";
  const edge = descending ? to : from;
  const fullHour = (descending ? Math.floor : Math.ceil)(edge / hour) * hour;
  const [before] = await ctx.db.execute<{ count: string }>(sql`
    select ${descending ? exactly(fullHour, edge, types) : exactly(edge, fullHour, types)} as count`);
  const skipped = Number(before?.count ?? 0);
  if (offset < skipped) return { condition: sql`true`, offset };
  const { hour: at, iotMessageType, messages } = iotMessageCounts;
  const order = descending ? sql`desc` : sql`asc`;
  const inside = descending ? sql`${at} < ${iso(fullHour)}::timestamptz` : sql`${at} >= ${iso(fullHour)}::timestamptz`;
  const [place] = await ctx.db.execute<{ hour: string; before: string }>(sql`
    select hour, upto - n as before from (
      select ${at} as hour, sum(${messages}) as n, sum(sum(${messages})) over (order by ${at} ${order}) as upto
      from ${iotMessageCounts} where ${inside} and ${ofTypes(sql`${iotMessageType}`, types)} group by ${at}) hours
    where upto + ${skipped}::bigint > ${offset}::bigint order by hour ${order} limit 1`);
  if (!place) return undefined;
  const start = Date.parse(momentOf(place.hour));
  const condition = descending
    ? sql`${iotMessages.receivedAt} < ${iso(start + hour)}::timestamptz`
    : sql`${iotMessages.receivedAt} >= ${iso(start)}::timestamptz`;
  return { condition, offset: offset - skipped - Number(place.before) };
}
