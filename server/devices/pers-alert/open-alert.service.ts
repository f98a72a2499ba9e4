import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import {
  alerts,
  alertTranslations,
  levelAlerts,
  levelAlertTranslations,
  pers,
  persAlerts,
  vehicles,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { alertName, alertWords } from "../alert/alert-name.service";
import { levelRef, levelWords } from "../level-alert/level-name.service";

const gravestFirst = [asc(levelAlerts.rank), desc(persAlerts.startedAt), desc(persAlerts.id)];

/** Of each of these devices the newest open alert of the gravest level, by the device; of those without one, nothing. */
export async function gravestAlertsOf(ctx: Ctx, persIds: string[]) {
  const { persId } = persAlerts;
  const rows = await ctx.db
    .selectDistinctOn([persId], { persId, name: alertName, level: levelRef, since: persAlerts.startedAt })
    .from(persAlerts)
    .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .leftJoin(alertTranslations, alertWords)
    .leftJoin(levelAlertTranslations, levelWords)
    .where(and(oneOf(persId, persIds), isNull(persAlerts.endedAt)))
    .orderBy(asc(persId), ...gravestFirst);
  return new Map(rows.map(({ persId, ...alert }) => [persId, alert]));
}

/** The open alerts of devices for which the condition on `pers` holds, the gravest first, with what each is on. */
export const openAlertsOf = (ctx: Ctx, ofPers: SQL, limit: number) =>
  ctx.db
    .select({
      id: persAlerts.id,
      persId: persAlerts.persId,
      serialNumber: pers.nuSerialPersNumber,
      vehicle: sql<string | null>`coalesce(${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber})`,
      name: alertName,
      level: levelRef,
      since: persAlerts.startedAt,
    })
    .from(persAlerts)
    .innerJoin(pers, eq(pers.id, persAlerts.persId))
    .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .leftJoin(alertTranslations, alertWords)
    .leftJoin(levelAlertTranslations, levelWords)
    .leftJoin(vehicles, eq(vehicles.persId, pers.id))
    .where(and(isNull(persAlerts.endedAt), ofPers))
    .orderBy(...gravestFirst)
    .limit(limit);
