import { eq, getTableColumns, inArray, isNotNull, isNull } from "drizzle-orm";
import { alerts, levelAlerts, persAlerts } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { crudService } from "@/server/kit/crud";
import { contains, containsAny, equals, since, until } from "@/server/kit/list";
import type { ListRequest } from "@/server/kit/list.schema";
import { Id } from "@/server/kit/wire";
import { persService } from "../pers/pers.service";
import { ListPersAlerts } from "./pers-alert.schema";

const crud = crudService({
  name: "pers-alert",
  table: persAlerts,
  scope: "global",
  label: (row) => row.alertId,
  list: {
    input: ListPersAlerts,
    joins: [
      { table: alerts, on: eq(alerts.id, persAlerts.alertId) },
      { table: levelAlerts, on: eq(levelAlerts.id, alerts.levelAlertId) },
    ],
    sort: {
      startedAt: persAlerts.startedAt,
      endedAt: persAlerts.endedAt,
      "alert.alertLabel": alerts.alertLabel,
      "levelAlert.rank": levelAlerts.rank,
      createdAt: persAlerts.createdAt,
    },
    filters: {
      persId: equals(persAlerts.persId),
      startDate: since(persAlerts.startedAt),
      endDate: until(persAlerts.startedAt),
      alert: (value) =>
        Id.safeParse(value).success ? eq(alerts.id, value) : containsAny(alerts.alertLabel, alerts.code)(value),
      topicAlert: contains(alerts.topicAlert),
      groupAlert: contains(alerts.groupAlert),
      isOpen: (value) => (value ? isNull : isNotNull)(persAlerts.endedAt),
    },
  },
  load: async (ctx, ids) => {
    const { id, code, alertLabel, topicAlert, groupAlert } = alerts;
    const level = { id: levelAlerts.id, label: levelAlerts.label, color: levelAlerts.color, rank: levelAlerts.rank };
    const rows = await ctx.db
      .select({
        ...getTableColumns(persAlerts),
        alert: { id, code, alertLabel, topicAlert, groupAlert },
        levelAlert: level,
      })
      .from(persAlerts)
      .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
      .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
      .where(inArray(persAlerts.id, ids));
    return rows.map(({ levelAlert, ...row }) => ({ ...row, alert: { ...row.alert, levelAlert } }));
  },
});

type Request = ListRequest & { persId: string };

/** The alerts that were raised on a PERS (document 4.12); messages raise and end them, nobody edits them. */
export const persAlertService = {
  /** 404 for a PERS that does not exist. */
  async list(ctx: KnownCtx, request: ListRequest) {
    await persService.get(ctx, (request as Request).persId);
    return crud.list(ctx, request);
  },
  rows: crud.rows,
  count: crud.count,
  stream: crud.stream,
};
