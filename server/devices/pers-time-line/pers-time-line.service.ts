import { and, eq, isNotNull, sql } from "drizzle-orm";
import {
  alerts,
  alertTranslations,
  auditLog,
  firmwareVersions,
  levelAlerts,
  levelAlertTranslations,
  persAlerts,
  persFirmwareHistory,
  vehiclePersHistory,
  vehicles,
} from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { merged, newestFirst, olderThan, type Place, type TimeLine } from "@/server/kit/record/time-line";
import { alertName, alertWords } from "../alert/alert-name.service";
import { gapsOf } from "../iot/iot-gap.service";
import { levelName, levelWords } from "../level-alert/level-name.service";

/** Both ends of what lasts for a time, the ids of its beginnings and its ends kept apart. */
const ends = [
  { suffix: ":begun", isEnd: false },
  { suffix: ":ended", isEnd: true },
] as const;

/** The alerts of a device, as they were raised and as they ended. */
async function alertsOf(ctx: KnownCtx, persId: string, before: Place | undefined, limit: number) {
  const read = async ({ suffix, isEnd }: (typeof ends)[number]) => {
    const at = isEnd ? persAlerts.endedAt : persAlerts.startedAt;
    const id = sql<string>`${persAlerts.id} || ${suffix}`;
    const rows = await ctx.db
      .select({
        id,
        startedAt: persAlerts.startedAt,
        endedAt: persAlerts.endedAt,
        alert: { id: alerts.id, label: alertName },
        level: levelName,
        field: sql<string | null>`${alerts.rule}->>'field'`,
        value: persAlerts.value,
      })
      .from(persAlerts)
      .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
      .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
      .leftJoin(alertTranslations, alertWords)
      .leftJoin(levelAlertTranslations, levelWords)
      .where(and(eq(persAlerts.persId, persId), isNotNull(at), olderThan(before, at, id)))
      .orderBy(newestFirst(at, id))
      .limit(limit);
    return rows.map(({ id, startedAt, endedAt, alert, level, field, value }) => ({
      id,
      at: isEnd && endedAt ? endedAt : startedAt,
      kind: "alert",
      what: isEnd ? "alert-ended" : "alert-raised",
      about: alert,
      facts: { level, field, value },
    }));
  };
  return merged(await Promise.all(ends.map(read)), limit).items;
}

/** How far apart the change of a device and its line in the firmware history may be written, both in one transaction. */
const sameWrite = sql`interval '5 seconds'`;

/** The firmware that a device got by another way than a change of its record, which the audit trail tells of. */
async function firmwareOf(ctx: KnownCtx, persId: string, before: Place | undefined, limit: number) {
  const history = persFirmwareHistory;
  const rows = await ctx.db
    .select({
      id: history.id,
      at: history.installedAt,
      versionId: firmwareVersions.id,
      version: sql<string | null>`coalesce(${firmwareVersions.firmwareVersion}, ${history.firmwareVersion})`,
    })
    .from(history)
    .leftJoin(firmwareVersions, eq(firmwareVersions.id, history.firmwareVersionId))
    .where(
      and(
        eq(history.persId, persId),
        olderThan(before, history.installedAt, history.id),
        sql`not exists (select 1 from ${auditLog} where ${auditLog.objectType} = 'pers' and ${auditLog.objectId} = ${persId}
          and ${auditLog.action} = 'update' and ${auditLog.changes} ? 'firmwareVersionId'
          and ${auditLog.at} between ${history.installedAt} - ${sameWrite} and ${history.installedAt} + ${sameWrite})`,
      ),
    )
    .orderBy(newestFirst(history.installedAt, history.id))
    .limit(limit);
  return rows.map(({ id, at, versionId, version }) => ({
    id,
    at,
    kind: "firmware",
    what: "firmware-installed",
    about: versionId && version ? { id: versionId, label: version } : null,
    facts: { version },
  }));
}

/** The vehicles that a device was put on and taken off. */
async function vehiclesOf(ctx: KnownCtx, persId: string, before: Place | undefined, limit: number) {
  const history = vehiclePersHistory;
  const read = async ({ suffix, isEnd }: (typeof ends)[number]) => {
    const at = isEnd ? history.endedAt : history.startedAt;
    const id = sql<string>`${history.id} || ${suffix}`;
    const rows = await ctx.db
      .select({
        id,
        startedAt: history.startedAt,
        endedAt: history.endedAt,
        vehicle: { id: vehicles.id, label: vehicles.vehicleSerialNumber },
      })
      .from(history)
      .innerJoin(vehicles, eq(vehicles.id, history.vehicleId))
      .where(and(eq(history.persId, persId), isNotNull(at), olderThan(before, at, id)))
      .orderBy(newestFirst(at, id))
      .limit(limit);
    return rows.map(({ id, startedAt, endedAt, vehicle }) => ({
      id,
      at: isEnd && endedAt ? endedAt : startedAt,
      kind: "vehicle",
      what: isEnd ? "vehicle-left" : "vehicle-joined",
      about: vehicle,
      facts: {},
    }));
  };
  return merged(await Promise.all(ends.map(read)), limit).items;
}

/** What happens to a PERS device, for the time line of its sheet. */
export const persTimeLine: TimeLine = {
  changes: [
    { kind: "pin", actions: ["new-activation-pin"] },
    { kind: "status", fields: ["status"] },
    { kind: "firmware", fields: ["firmwareVersionId"] },
    { kind: "kit", fields: ["currentKitConfiguration"] },
  ],
  sources: [
    { kind: "alert", load: alertsOf },
    { kind: "firmware", load: firmwareOf },
    { kind: "vehicle", may: "vehicle.read", load: vehiclesOf },
    { kind: "gap", may: "iot.read", load: gapsOf },
  ],
};
