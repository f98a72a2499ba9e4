import { and, desc, isNotNull, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { alerts, levelAlerts, persAlertOccurrences, persAlerts, persCurrentData } from "@/db/schema";
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
      occurrences: persAlerts.occurrences,
    })
    .from(persAlerts)
    .where(and(isNull(persAlerts.endedAt), oneOf(persAlerts.persId, persIds)));
  return groupBy(rows, ({ persId }) => persId);
}

const asRows = (episodes: object[]) => sql`json_to_recordset(${JSON.stringify(episodes)}::json) as e(id uuid,
  "alertId" uuid, "persId" uuid, "startedAt" timestamptz, "endedAt" timestamptz, value jsonb, occurrence int)`;

/** An episode of an alert that is stored, the first one or one that came soon after another. */
type Stored = Episode & { id: string; persId: string; occurrence: number };

const eventOf = (event: "pers-alert.opened" | "pers-alert.closed", episode: Stored): WebhookEvent => {
  const { id: persAlertId, persId, alertId, startedAt, endedAt, occurrence } = episode;
  const opened = { persAlertId, persId, alertId, startedAt };
  if (event === "pers-alert.opened") return { event, persId, data: { ...opened, occurrence } };
  return { event, persId, data: { ...opened, endedAt } };
};

/** The last alert of each kind on these devices that was over, by device and alert. */
async function lastOver(ctx: Ctx, persIds: string[]) {
  const { persId, alertId } = persAlerts;
  const rows = await ctx.db
    .selectDistinctOn([persId, alertId], {
      persId,
      alertId,
      id: persAlerts.id,
      endedAt: persAlerts.endedAt,
      occurrence: persAlerts.occurrences,
    })
    .from(persAlerts)
    .where(and(isNotNull(persAlerts.endedAt), oneOf(persId, persIds)))
    .orderBy(persId, alertId, desc(persAlerts.endedAt));
  return new Map(rows.map(({ persId, alertId, ...last }) => [`${persId} ${alertId}`, last]));
}

/**
 * Which of the episodes are new alerts, and which are one that came back soon enough. Those that begin before the last one of
 * their kind was over begin at its end: episodes do not overlap.
 * @param minutes how soon, by the alert
 */
async function inOrder(ctx: Ctx, begun: (Episode & { persId: string })[], minutes: ReadonlyMap<string, number>) {
  const over = await lastOver(ctx, [...new Set(begun.map(({ persId }) => persId))]);
  const [fresh, again]: [Stored[], Stored[]] = [[], []];
  for (const { id: _, ...episode } of begun) {
    const key = `${episode.persId} ${episode.alertId}`;
    const last = over.get(key);
    const before = last?.endedAt ?? "";
    const startedAt = episode.startedAt > before ? episode.startedAt : before;
    const endedAt = episode.endedAt !== null && episode.endedAt < startedAt ? startedAt : episode.endedAt;
    const within = (minutes.get(episode.alertId) ?? 0) * 60_000;
    const isBack = last !== undefined && within > 0 && Date.parse(startedAt) - Date.parse(before) <= within;
    const id = isBack ? last.id : uuidv7();
    const occurrence = isBack ? last.occurrence + 1 : 1;
    (isBack ? again : fresh).push({ ...episode, id, startedAt, endedAt, occurrence });
    if (endedAt !== null) over.set(key, { id, endedAt, occurrence });
  }
  return { fresh, again };
}

/** An alert that comes back goes on: work that was resolved is new again, and work that was closed for another reason stays so. */
async function goOn(ctx: Ctx, again: Stored[]) {
  const rows = again.map((episode) => ({ ...episode, rowId: uuidv7(), firstId: uuidv7() }));
  const isResolved = sql.raw("w.desk_status = 'closed' and w.close_reason = 'resolved'");
  const worked = sql`
    desk_status = case when ${isResolved} then 'new' else w.desk_status end,
    acknowledged_at = case when ${isResolved} then null else w.acknowledged_at end,
    closed_at = case when ${isResolved} then null else w.closed_at end,
    closed_by_id = case when ${isResolved} then null else w.closed_by_id end,
    close_reason = case when ${isResolved} then null else w.close_reason end,
    close_note = case when ${isResolved} then null else w.close_note end,
    updated_at = now(), version = w.version + 1`;
  await ctx.db.execute(sql`
    with e as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as e(id uuid, "rowId" uuid, "firstId" uuid,
        "startedAt" timestamptz, "endedAt" timestamptz, value jsonb, occurrence int)
    ), first as (
      insert into ${persAlertOccurrences} (id, pers_alert_id, started_at, ended_at, value)
      select e."firstId", a.id, a.started_at, a.ended_at, a.value
      from e join ${persAlerts} a on a.id = e.id where e.occurrence = 2
    ), more as (
      insert into ${persAlertOccurrences} (id, pers_alert_id, started_at, ended_at, value)
      select e."rowId", e.id, e."startedAt", e."endedAt", e.value from e
    ), theirs as (
      update backoffice.pers_alert_company_desks w set ${worked}
      where ${isResolved} and w.pers_alert_id in (select e.id from e)
    )
    update ${persAlerts} w set ended_at = last."endedAt", occurrences = last.occurrence,
      due_at = case when ${isResolved} then w.created_at + l.minutes_to_acknowledge * interval '1 minute' else w.due_at end,
      ${worked}
    from (select distinct on (e.id) e.* from e order by e.id, e.occurrence desc) last, ${alerts} a, ${levelAlerts} l
    where w.id = last.id and a.id = w.alert_id and l.id = a.level_alert_id`);
}

/** Stores the episodes that ended and those that began; in this order, for only one may be open. */
async function store(ctx: Ctx, changed: (Episode & { persId: string })[], minutes: ReadonlyMap<string, number>) {
  const ended = changed.flatMap(({ id, occurrences = 1, ...episode }) =>
    id === undefined ? [] : { ...episode, id, occurrence: occurrences },
  );
  const begun = changed.filter(({ id }) => id === undefined);
  if (ended.length)
    await ctx.db.execute(sql`
      update ${persAlerts} a set ended_at = e."endedAt", updated_at = now(), version = a.version + 1
      from ${asRows(ended)} where a.id = e.id and a.ended_at is null`);
  const back = ended.filter(({ occurrence }) => occurrence > 1);
  if (back.length)
    await ctx.db.execute(sql`
      update ${persAlertOccurrences} o set ended_at = e."endedAt"
      from ${asRows(back)} where o.pers_alert_id = e.id and o.ended_at is null`);
  const { fresh, again } = begun.length > 0 ? await inOrder(ctx, begun, minutes) : { fresh: [], again: [] };
  if (fresh.length)
    await ctx.db.execute(sql`
      insert into ${persAlerts} (id, pers_id, alert_id, started_at, ended_at, value, level_rank, due_at, created_at, updated_at)
      select e.id, "persId", "alertId", "startedAt", "endedAt", value, l.rank,
        now() + l.minutes_to_acknowledge * interval '1 minute', now(), now()
      from ${asRows(fresh)} join ${alerts} a on a.id = "alertId" join ${levelAlerts} l on l.id = a.level_alert_id`);
  if (again.length) await goOn(ctx, again);
  const raised = [...fresh, ...again];
  const closed = [...ended, ...raised.filter(({ endedAt }) => endedAt !== null)];
  await tellWebhooks(ctx, [
    ...raised.map((episode) => eventOf("pers-alert.opened", episode)),
    ...closed.map((episode) => eventOf("pers-alert.closed", episode)),
  ]);
}

/**
 * Applies what devices reported to their current data, and raises and ends the alerts that follow from it. Runs in the caller's
 * transaction; the rows stay locked, so batches about the same device come one after the other.
 */
export async function updateCurrentData(ctx: Ctx, reportsByPers: Map<string, DeviceReport[]>) {
  const rows = await lock(ctx, [...reportsByPers.keys()].sort());
  const active = await alertService.activeRules(ctx);
  const rules = groupBy(active, ({ rule }) => rule.field);
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
    const { written, isWhole } = applied;
    return { persId, written, isWhole, at, battery: newestNumber(applied.readings, "batteryLevel") };
  });
  await ctx.db.execute(sql`
    update ${table} c set readings = case when x."isWhole" then x.written else c.readings || x.written end,
      last_message_at = x.at, battery_level = x.battery
    from json_to_recordset(${JSON.stringify(updates)}::json)
      as x("persId" uuid, written jsonb, "isWhole" boolean, at timestamptz, battery double precision)
    where c.pers_id = x."persId"`);
  await store(ctx, changed, new Map(active.map(({ id, minutesToReopen }) => [id, minutesToReopen])));
}
