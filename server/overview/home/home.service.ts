import { asc, type SQLWrapper, sql } from "drizzle-orm";
import {
  alerts,
  firmwareCategories,
  firmwareVersions,
  levelAlerts,
  levelAlertTranslations,
  pers,
  persAlerts,
} from "@/db/schema";
import { levelName, levelWords } from "@/server/devices/level-alert/level-name.service";
import { countSilent } from "@/server/devices/pers/pers-row.service";
import type { KnownCtx } from "@/server/kit/call/context";
import { deliveryFigures } from "@/server/notification/request/delivery-figures.service";
import { ListMailLogs } from "@/server/platform/mail-log/mail-log.schema";
import { mailLogService } from "@/server/platform/mail-log/mail-log.service";
import { lastDays, startOfDay } from "@/texts/clock";
import { manner } from "@/texts/speech";
import { openByDay, shownDays } from "./home.rules";

const mostVersions = 8;
const sum = (rows: { devices: number }[]) => rows.reduce((total, { devices }) => total + devices, 0);

interface Running extends Record<string, unknown> {
  firmwareVersionId: string | null;
  firmwareVersion: string;
  category: string;
  devices: number;
}

/** The figures of the home screen. Each is one query, and counts what the list that it links to shows. */
export const homeService = {
  async devicesByFirmware(ctx: KnownCtx) {
    // Counted first, in the index of versions alone; the names of the few versions come after.
    const running = await ctx.db.execute<Running>(sql`
      select runs.id as "firmwareVersionId", v.firmware_version as "firmwareVersion", c.label as category, devices
      from (select ${pers.firmwareVersionId} as id, count(*)::int as devices from ${pers} group by 1) runs
      left join ${firmwareVersions} v on v.id = runs.id left join ${firmwareCategories} c on c.id = v.category_id
      order by devices desc, v.firmware_version_sort desc`);
    const known = running.flatMap(({ firmwareVersionId, ...row }) =>
      firmwareVersionId ? [{ ...row, firmwareVersionId }] : [],
    );
    const others = known.slice(mostVersions);
    return {
      total: sum([...running]),
      versions: known.slice(0, mostVersions),
      others: { versions: others.length, devices: sum(others) },
      withoutFirmware: sum(running.filter(({ firmwareVersionId }) => firmwareVersionId === null)),
    };
  },

  /** By level, how many alerts were open at the end of each of the last days by the reader's clock. */
  async openAlerts(ctx: KnownCtx) {
    const days = lastDays(shownDays);
    const { alertId, startedAt, endedAt } = persAlerts;
    const first = sql`${startOfDay(days[0] ?? "")}::timestamptz`;
    const dayOf = (column: SQLWrapper) => sql`(${column} at time zone ${manner().timeZone})::date`;
    const moves = await ctx.db.execute<{ level: string; day: string | null; n: number }>(sql`
      select a.level_alert_id as level, to_char(day, 'YYYY-MM-DD') as day, sum(n)::int as n from (
        select ${alertId} as alert, null::date as day, count(*) as n from ${persAlerts} where ${endedAt} is null group by 1
        union all
        select ${alertId}, ${dayOf(startedAt)}, count(*) from ${persAlerts} where ${startedAt} >= ${first} group by 1, 2
        union all
        select ${alertId}, ${dayOf(endedAt)}, -count(*) from ${persAlerts} where ${endedAt} >= ${first} group by 1, 2
      ) moves join ${alerts} a on a.id = moves.alert group by a.level_alert_id, moves.day`);
    const { id: levelAlertId, color, rank } = levelAlerts;
    const levels = await ctx.db
      .select({ levelAlertId, label: levelName, color })
      .from(levelAlerts)
      .leftJoin(levelAlertTranslations, levelWords)
      .orderBy(asc(rank));
    return {
      days,
      levels: levels.map((level) => {
        const own = moves.filter((move) => move.level === level.levelAlertId);
        const byDay = new Map(own.flatMap(({ day, n }) => (day ? [[day, n] as const] : [])));
        const openNow = own.find(({ day }) => day === null)?.n ?? 0;
        return { ...level, open: openByDay(openNow, byDay, days) };
      }),
    };
  },

  /** Devices in use that were silent for a day, and those that never sent a message. */
  silentDevices: (ctx: KnownCtx) => countSilent(ctx),

  async failedMails(ctx: KnownCtx) {
    const { totalItems } = await mailLogService.count(ctx, ListMailLogs.parse({ status: "fail" }));
    return { count: totalItems };
  },

  /** What became of the messages of the last 30 days, by app. */
  notifications: async (ctx: KnownCtx) => ({ apps: await deliveryFigures(ctx) }),
};
