import { eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { companies, persAlertCompanyDesks, persAlerts } from "@/db/schema";
import { staffWithRights } from "@/server/identity/user-role/right-holder.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { groupBy } from "@/server/kit/value/group.rules";
import { minutesOf } from "../level-alert/level-name.service";
import { countsOf } from "./alert-count.service";
import { dueAt } from "./alert-desk.rules";
import { ListDeskAlerts } from "./alert-desk.schema";
import { ruleFigures, standingOf, weekFigures, workOfStaff } from "./alert-figure.service";
import { alertFilters, called, loadAlerts, namesOf, ofCompany, ofCompanyId } from "./alert-row.service";
import { asked, statusNow, type Work, workNow, workService } from "./alert-work.service";

const { deskStatus, snoozedUntil, acknowledgedAt } = persAlerts;
const needsWork = sql`${deskStatus} <> 'closed'`;
const isAsleep = sql`(${deskStatus} = 'snoozed' and ${snoozedUntil} > now())`;
const isOverdue = sql`(${needsWork} and ${persAlerts.dueAt} < now())`;

const byStatus = {
  new: sql`(${needsWork} and not ${isAsleep} and ${acknowledgedAt} is null)`,
  acknowledged: sql`(${needsWork} and not ${isAsleep} and ${acknowledgedAt} is not null)`,
  snoozed: sql`(${needsWork} and ${isAsleep})`,
  closed: sql`${deskStatus} = 'closed'`,
};

/** How companies stand with alerts, by the alert: what each has begun, by the company's name. */
async function companiesAt(ctx: Ctx, ids: string[]) {
  const desks = persAlertCompanyDesks;
  const rows = await ctx.db
    .select({
      persAlertId: desks.persAlertId,
      company: { id: companies.id, name: companies.name },
      deskStatus: statusNow(desks),
      assigneeId: desks.assigneeId,
      closeReason: desks.closeReason,
      closedAt: desks.closedAt,
    })
    .from(desks)
    .innerJoin(companies, eq(companies.id, desks.companyId))
    .where(oneOf(desks.persAlertId, ids))
    .orderBy(companies.name, companies.id);
  return groupBy(rows, ({ persAlertId }) => persAlertId);
}

async function load(ctx: Ctx, ids: string[]) {
  const [rows, beside] = await Promise.all([loadAlerts(ctx, ids), companiesAt(ctx, ids)]);
  const theirs = [...beside.values()].flat();
  const people = [...rows.flatMap((row) => [row.assigneeId, row.closedById]), ...theirs.map((one) => one.assigneeId)];
  const names = await namesOf(ctx, people);
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map((row) => ({
    ...workNow(row),
    assignee: named(row.assigneeId),
    closedBy: named(row.closedById),
    companyDesks: (beside.get(row.id) ?? []).map(({ assigneeId, ...desk }) => ({
      ...desk,
      assignee: named(assigneeId),
    })),
  }));
}

const desk = listService({
  table: persAlerts,
  scope: "global",
  counted: "all",
  input: ListDeskAlerts,
  sort: {
    priority: [persAlerts.levelRank, persAlerts.dueAt],
    createdAt: persAlerts.createdAt,
    closedAt: persAlerts.closedAt,
  },
  filters: {
    ...alertFilters,
    deskStatus: (value) => byStatus[value],
    needsWork: (value) => (value ? needsWork : byStatus.closed),
    isAsleep: (value) => (value ? byStatus.snoozed : sql`(${needsWork} and not ${isAsleep})`),
    assigneeId: (value) =>
      value === "none" ? isNull(persAlerts.assigneeId) : sql`${persAlerts.assigneeId} = ${value}::uuid`,
    isOverdue: (value) => (value ? isOverdue : sql`${isOverdue} is not true`),
    companyId: ofCompanyId,
    closedFrom: since(persAlerts.closedAt),
    closedTo: until(persAlerts.closedAt),
    search: (value) => sql`(${called(value)} or ${ofCompany(value)})`,
  },
  load,
});

type Request = z.output<typeof ListDeskAlerts>;
/** The view whose filters these are, and no others; `assigneeId` as it was asked. */
function viewOf(request: Request) {
  const filters = Object.entries(request).filter(
    ([key, value]) => key in ListDeskAlerts.filterKeys && value !== undefined,
  );
  const named = JSON.stringify(filters.sort());
  const views = {
    all: [["needsWork", true]],
    mine: [
      ["assigneeId", "me"],
      ["isAsleep", false],
    ],
    nobodys: [
      ["assigneeId", "none"],
      ["isAsleep", false],
    ],
  };
  return (["all", "mine", "nobodys"] as const).find((view) => JSON.stringify(views[view]) === named);
}

type Row = Work & { alertId: string; createdAt: string };

/** The work of staff on alerts (ADR 136). When an alert is over is its rule's, and never written here. */
export const alertDeskService = {
  ...desk,
  ...workService<Awaited<ReturnType<typeof desk.get>>, Row>({
    audited: "pers-alert",
    get: desk.get,

    async lock(ctx, id, ifMatch) {
      const [row] = await ctx.db.select().from(persAlerts).where(eq(persAlerts.id, id)).for("update");
      if (!row) throw notFound();
      assertVersion(row, ifMatch);
      return row;
    },

    async write(ctx, before, values) {
      const due = dueAt({ ...before, ...values }, await minutesOf(ctx, before.alertId));
      await ctx.db
        .update(persAlerts)
        .set({ ...values, dueAt: due, version: sql`${persAlerts.version} + 1` })
        .where(eq(persAlerts.id, before.id));
    },

    colleagues: async (ctx) => (await staffWithRights(ctx, ["pers-alert.write"])).map(({ id, name }) => ({ id, name })),
  }),

  list: (ctx: KnownCtx, request: Request) => desk.list(ctx, asked(ctx, request)),
  rows: (ctx: KnownCtx, request: Request) => desk.rows(ctx, asked(ctx, request)),
  /** The total of a view without other filters stands among its counts. */
  async count(ctx: KnownCtx, request: Request) {
    const view = viewOf(request);
    return view ? { totalItems: (await countsOf(ctx))[view] } : desk.count(ctx, asked(ctx, request));
  },
  stream: (ctx: KnownCtx, request: Request, visit: Parameters<typeof desk.stream>[2]) =>
    desk.stream(ctx, asked(ctx, request), visit),

  standing: (ctx: KnownCtx) => standingOf(ctx, workOfStaff),
  weeks: (ctx: KnownCtx, weeks: number) => weekFigures(ctx, workOfStaff, weeks),
  rules: (ctx: KnownCtx, weeks: number) => ruleFigures(ctx, workOfStaff, weeks),

  counts: countsOf,
};
