import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { alerts, firmwareVersions, levelAlerts, persAlerts, persFirmwareHistory } from "@/db/schema";
import { iotMessages } from "@/db/schema/iot-message";
import { momentOf } from "@/db/schema/moment";
import type { KnownCtx } from "@/server/kit/call/context";
import { manner } from "@/texts/speech";
import { newestOf, periodsOf } from "./iot-log.service";
import { type PictureSpan, pictureSpans, spanWithData } from "./iot-picture.rules";

/** Messages are kept for about three months. */
const keptDays = 92;
/** Of each point so many of the newest messages are looked at for a reading. */
const tried = 10;
const mostEvents = 100;

interface Point extends Record<string, unknown> {
  at: string;
  isHeard: boolean;
  batteryLevel: number | null;
  signal: number | null;
}

const reading = (field: string) => sql`(array_agg((payload->>${field})::float8 order by at desc)
  filter (where jsonb_typeof(payload->${field}) = 'number'))[1]`;

/** How long ago the oldest and the newest message of these times came that are kept, in ms; null where there is none. */
async function ages(ctx: KnownCtx, periods: SQL[]) {
  const { receivedAt } = iotMessages;
  const edge = (
    order: "asc" | "desc",
  ) => sql`(select extract(epoch from now() - ${order === "asc" ? sql`min(at)` : sql`max(at)`}) * 1000 from (
    ${sql.join(
      periods.map(
        (period) => sql`(select ${receivedAt} as at from ${iotMessages}
          where ${period} and ${receivedAt} > now() - ${keptDays} * interval '1 day'
          order by ${receivedAt} ${sql.raw(order)} limit 1)`,
      ),
      sql` union all `,
    )}) edges)::float8`;
  if (periods.length === 0) return { newest: null, oldest: null };
  const [row] = await ctx.db.execute<{ newest: number | null; oldest: number | null }>(
    sql`select ${edge("desc")} as newest, ${edge("asc")} as oldest`,
  );
  return row ?? { newest: null, oldest: null };
}

/** The points of a span by the reader's clock, oldest first, each with the last readings of its time. */
async function pointsOf(ctx: KnownCtx, periods: SQL[], span: PictureSpan): Promise<Point[]> {
  const { length, step } = pictureSpans[span];
  const zone = manner().timeZone;
  const every = sql`${step / 1000} * interval '1 second'`;
  const here = sql`(now() at time zone ${zone})`;
  // Whole days, or whole hours of the day: the last point is the one that is under way.
  const last = span === "day" ? sql`date_trunc('hour', ${here})` : sql`date_trunc('day', ${here})`;
  const first = sql`${last} - ${(length - (span === "day" ? step : 86_400_000)) / 1000} * interval '1 second'`;
  const { receivedAt } = iotMessages;
  const inPoint = sql`${receivedAt} >= local at time zone ${zone} and ${receivedAt} < (local + ${every}) at time zone ${zone}`;
  const rows = await ctx.db.execute<Point>(sql`
    select local at time zone ${zone} as at, m.*
    from generate_series(${first}, ${here}, ${every}) as local
    cross join lateral (
      select count(*) > 0 as "isHeard", ${reading("batteryLevel")} as "batteryLevel", ${reading("signal")} as signal
      from (${newestOf(periods, tried, inPoint)}) newest) m
    order by local`);
  return rows.map((row) => ({ ...row, at: momentOf(row.at) }));
}

/** The alerts that were open at some time from then on, newest first. */
async function alertsSince(ctx: KnownCtx, persId: string, since: string) {
  return ctx.db
    .select({
      id: persAlerts.id,
      label: alerts.alertLabel,
      level: { label: levelAlerts.label, color: levelAlerts.color, rank: levelAlerts.rank },
      startedAt: persAlerts.startedAt,
      endedAt: persAlerts.endedAt,
    })
    .from(persAlerts)
    .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .where(and(eq(persAlerts.persId, persId), or(isNull(persAlerts.endedAt), gt(persAlerts.endedAt, since))))
    .orderBy(sql`${persAlerts.startedAt} desc`)
    .limit(mostEvents);
}

/** The firmware that the device got from then on, newest first. */
async function firmwareSince(ctx: KnownCtx, persId: string, since: string) {
  const history = persFirmwareHistory;
  return ctx.db
    .select({
      id: history.id,
      version: sql<string | null>`coalesce(${firmwareVersions.firmwareVersion}, ${history.firmwareVersion})`,
      installedAt: history.installedAt,
    })
    .from(history)
    .leftJoin(firmwareVersions, eq(firmwareVersions.id, history.firmwareVersionId))
    .where(and(eq(history.persId, persId), gt(history.installedAt, since)))
    .orderBy(sql`${history.installedAt} desc`)
    .limit(mostEvents);
}

/**
 * How a PERS went over a span by the reader's clock: battery (%) and signal (dBm) as it said them last at each point, null where it
 * said nothing of it, with its alerts and the firmware it got. A span without data gives way to one that has some.
 */
export async function pictureOf(ctx: KnownCtx, persId: string, asked: PictureSpan) {
  const periods = await periodsOf(ctx, persId);
  const { newest, oldest } = await ages(ctx, periods);
  const span = spanWithData(asked, newest, oldest);
  const points = await pointsOf(ctx, periods, span);
  const since = points[0]?.at ?? new Date().toISOString();
  const [raised, firmware] = await Promise.all([alertsSince(ctx, persId, since), firmwareSince(ctx, persId, since)]);
  const isHeardBefore = oldest !== null && Date.now() - oldest < Date.parse(since);
  return { span, points, alerts: raised, firmware, isHeardBefore, isHeard: newest !== null };
}
