import { and, isNotNull, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { alerts, levelAlerts, persAlerts, persCurrentData } from "@/db/schema";
import { momentOf } from "@/db/schema/moment";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { tellWebhooks, type WebhookEvent } from "@/server/kit/record/webhook-events";
import { groupBy } from "@/server/kit/value/group.rules";
import { alertService } from "../alert/alert.service";
import { applyReports, type DeviceReport, type Episode, newestNumber } from "./current-data.rules";

const table = persCurrentData;

/** The rows of these PERS, locked in one order; a PERS that is gone by now has none. */
const lock = (ctx: Ctx, persIds: string[]) =>
  ctx.db
    .select({ persId: table.persId, readings: table.readings, lastMessageAt: table.lastMessageAt })
    .from(table)
    .where(oneOf(table.persId, persIds))
    .orderBy(table.persId)
    .for("update");

async function openEpisodes(ctx: Ctx, persIds: string[]) {
  const rows = await ctx.db
    .select({
      id: persAlerts.id,
      persId: persAlerts.persId,
      alertId: persAlerts.alertId,
      startedAt: persAlerts.startedAt,
      endedAt: persAlerts.endedAt,
      value: sql<Episode["value"]>`${persAlerts.value}`,
    })
    .from(persAlerts)
    .where(and(isNull(persAlerts.endedAt), oneOf(persAlerts.persId, persIds)));
  return groupBy(rows, ({ persId }) => persId);
}

const asRows = (episodes: object[]) => sql`json_to_recordset(${JSON.stringify(episodes)}::json) as e(id uuid,
  "persId" uuid, "alertId" uuid, "startedAt" timestamptz, "endedAt" timestamptz, value jsonb)`;

type Stored = Episode & { id: string; persId: string };

const eventOf = (event: "pers-alert.opened" | "pers-alert.closed", episode: Stored): WebhookEvent => {
  const { id: persAlertId, persId, alertId, startedAt, endedAt } = episode;
  const opened = { persAlertId, persId, alertId, startedAt };
  if (event === "pers-alert.opened") return { event, persId, data: opened };
  return { event, persId, data: { ...opened, endedAt } };
};

/** When the last episode of each alert on these devices was over, by device and alert. */
async function lastEnds(ctx: Ctx, persIds: string[]) {
  const rows = await ctx.db
    .select({
      persId: persAlerts.persId,
      alertId: persAlerts.alertId,
      endedAt: sql<string>`max(${persAlerts.endedAt})`.mapWith(momentOf),
    })
    .from(persAlerts)
    .where(and(isNotNull(persAlerts.endedAt), oneOf(persAlerts.persId, persIds)))
    .groupBy(persAlerts.persId, persAlerts.alertId);
  return new Map(rows.map(({ persId, alertId, endedAt }) => [`${persId} ${alertId}`, endedAt]));
}

/** Those that begin before the last one of their kind was over begin at its end: episodes do not overlap. */
async function afterTheLast<E extends Episode & { persId: string }>(ctx: Ctx, begun: E[]): Promise<E[]> {
  const ends = await lastEnds(ctx, [...new Set(begun.map(({ persId }) => persId))]);
  const inOrder: E[] = [];
  for (const episode of begun) {
    const key = `${episode.persId} ${episode.alertId}`;
    const last = ends.get(key) ?? "";
    const startedAt = episode.startedAt > last ? episode.startedAt : last;
    const endedAt = episode.endedAt !== null && episode.endedAt < startedAt ? startedAt : episode.endedAt;
    if (endedAt !== null) ends.set(key, endedAt);
    inOrder.push({ ...episode, startedAt, endedAt });
  }
  return inOrder;
}

/** Stores the episodes that ended and those that began; in this order, for only one may be open. */
async function store(ctx: Ctx, changed: (Episode & { persId: string })[]) {
  const ended = changed.flatMap(({ id, ...episode }) => (id === undefined ? [] : { ...episode, id }));
  const fresh = changed.filter(({ id }) => id === undefined).map((episode) => ({ ...episode, id: uuidv7() }));
  if (ended.length)
    await ctx.db.execute(sql`
      update ${persAlerts} a set ended_at = e."endedAt", updated_at = now(), version = a.version + 1
      from ${asRows(ended)} where a.id = e.id and a.ended_at is null`);
  const begun = fresh.length > 0 ? await afterTheLast(ctx, fresh) : [];
  if (begun.length)
    await ctx.db.execute(sql`
      insert into ${persAlerts} (id, pers_id, alert_id, started_at, ended_at, value, level_rank, due_at, created_at, updated_at)
      select e.id, "persId", "alertId", "startedAt", "endedAt", value, l.rank,
        now() + l.minutes_to_acknowledge * interval '1 minute', now(), now()
      from ${asRows(begun)} join ${alerts} a on a.id = "alertId" join ${levelAlerts} l on l.id = a.level_alert_id`);
  const closed = [...ended, ...begun.filter(({ endedAt }) => endedAt !== null)];
  await tellWebhooks(ctx, [
    ...begun.map((episode) => eventOf("pers-alert.opened", episode)),
    ...closed.map((episode) => eventOf("pers-alert.closed", episode)),
  ]);
}

/**
 * Applies what devices reported to their current data, and raises and ends the alerts that follow from it. Runs in the caller's
 * transaction; the rows stay locked, so batches about the same device come one after the other.
 */
export async function updateCurrentData(ctx: Ctx, reportsByPers: Map<string, DeviceReport[]>) {
  const rows = await lock(ctx, [...reportsByPers.keys()].sort());
  const rules = groupBy(await alertService.activeRules(ctx), ({ rule }) => rule.field);
  const isJudged = (reports: DeviceReport[]) =>
    reports.some(({ readings }) => readings.some(([field]) => rules.has(field)));
  const watched = rows.map(({ persId }) => persId).filter((persId) => isJudged(reportsByPers.get(persId) ?? []));
  const open = watched.length ? await openEpisodes(ctx, watched) : new Map<string, Episode[]>();
  const changed: (Episode & { persId: string })[] = [];
  const updates = rows.map(({ persId, readings, lastMessageAt }) => {
    const reports = reportsByPers.get(persId) ?? [];
    const applied = applyReports(readings, reports, rules, open.get(persId) ?? []);
    changed.push(...applied.changed.map((episode) => ({ ...episode, persId })));
    const at = reports.reduce((latest, { sentAt }) => (sentAt > latest ? sentAt : latest), lastMessageAt ?? "");
    return { persId, readings: applied.readings, at, battery: newestNumber(applied.readings, "batteryLevel") };
  });
  await ctx.db.execute(sql`
    update ${table} c set readings = x.readings, last_message_at = x.at, battery_level = x.battery
    from json_to_recordset(${JSON.stringify(updates)}::json)
      as x("persId" uuid, readings jsonb, at timestamptz, battery double precision)
    where c.pers_id = x."persId"`);
  await store(ctx, changed);
}
