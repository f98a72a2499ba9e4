import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { alerts, levelAlerts, persAlertCompanyDesks, persAlerts } from "@/db/schema";
import { dueAt } from "@/server/devices/alert-desk/alert-desk.rules";
import { ListFleetAlerts } from "@/server/devices/alert-desk/alert-desk.schema";
import { type DeskWork, ruleFigures, standingOf, weekFigures } from "@/server/devices/alert-desk/alert-figure.service";
import { alertFilters, called, loadAlerts, namesOf } from "@/server/devices/alert-desk/alert-row.service";
import {
  asked,
  nobody,
  selfOf,
  statusNow,
  type Work,
  workNow,
  workService,
} from "@/server/devices/alert-desk/alert-work.service";
import { reachedAlerts } from "@/server/devices/reach/fleet-reach.service";
import { membersWithRight } from "@/server/identity/user-role/right-holder.service";
import type { CompanyCtx, Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { companyOf } from "@/server/kit/list/scope";

const own = alias(persAlertCompanyDesks, "own");
const table = persAlertCompanyDesks;

type Staff = { deskStatus: Work["deskStatus"]; closedAt: string | null };

/** Without a row it is new; what was over before there was a desk is no work. */
const unbegunStatus = ({ deskStatus, closedAt }: Staff) =>
  deskStatus === "closed" && closedAt === null ? "closed" : "new";
const unbegun = sql`case when ${persAlerts.deskStatus} = 'closed' and ${persAlerts.closedAt} is null then 'closed' else 'new' end`;

/** A part of the company's own row, for conditions on alerts. */
const ofOwn = (companyId: string | undefined, part: ReturnType<typeof sql>) =>
  sql`(select ${part} from ${table} as ${own} where ${own.persAlertId} = ${persAlerts.id} and ${own.companyId} = ${companyId ?? null})`;

const status = (companyId: string | undefined) =>
  sql`coalesce(${ofOwn(companyId, sql`${statusNow(own)}`)}, ${unbegun})`;

/** When it is due, as `dueAt` says: a level's minutes count from when we learnt of the alert. */
const due = (companyId: string | undefined) => sql`(select greatest(
    ${persAlerts.createdAt} + interval '1 minute' * case when ${ofOwn(companyId, sql`${own.acknowledgedAt}`)} is null
      then ${levelAlerts.minutesToAcknowledge} else ${levelAlerts.minutesToClose} end,
    ${ofOwn(companyId, sql`case when ${own.deskStatus} = 'snoozed' then ${own.snoozedUntil} end`)})
  from ${alerts} join ${levelAlerts} on ${levelAlerts.id} = ${alerts.levelAlertId}
  where ${alerts.id} = ${persAlerts.alertId} and case when ${ofOwn(companyId, sql`${own.acknowledgedAt}`)} is null
      then ${levelAlerts.minutesToAcknowledge} else ${levelAlerts.minutesToClose} end is not null)`;

const isOverdue = (companyId: string | undefined) =>
  sql`(${status(companyId)} <> 'closed' and ${due(companyId)} < now())`;

/** The alerts of the company's desk that became overdue since, with who has them there. @param since of `due_at` */
export const overdueAt = ({ company }: CompanyCtx, since: SQL): SQL => sql`
  select ${persAlerts.id} as id, ${ofOwn(company.id, sql`${own.assigneeId}`)} as assignee_id, step.due_at
  from ${persAlerts} cross join lateral (select ${due(company.id)} as due_at) step
  where ${reachedAlerts({ company })} and ${status(company.id)} <> 'closed' and step.due_at <= now() and step.due_at > ${since}`;

async function load(ctx: Ctx, ids: string[]) {
  const [rows, desks] = await Promise.all([
    loadAlerts(ctx, ids),
    ctx.db
      .select()
      .from(table)
      .where(and(oneOf(table.persAlertId, ids), eq(table.companyId, ctx.company?.id ?? nobody))),
  ]);
  const begun = new Map(desks.map((desk) => [desk.persAlertId, desk]));
  const names = await namesOf(
    ctx,
    desks.flatMap(({ assigneeId, closedById }) => [assigneeId, closedById]),
  );
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map((row) => {
    const stored: Work = begun.get(row.id) ?? { ...nothing, id: row.id, deskStatus: unbegunStatus(row) };
    const { id: _, assigneeId, closedById, ...work } = workNow(stored);
    const { deskStatus, closeReason, assigneeId: staffAssignee } = workNow(row);
    const isBegun = deskStatus !== "new" || staffAssignee !== null;
    const state = deskStatus === "closed" ? "closed" : isBegun ? "working" : "waiting";
    return {
      ...row,
      ...work,
      assignee: named(assigneeId),
      closedBy: named(closedById),
      dueAt: dueAt({ ...work, createdAt: row.createdAt }, row.minutes),
      staff: { state: state as "waiting" | "working" | "closed", closeReason },
      createdAt: row.createdAt,
      updatedAt: begun.get(row.id)?.updatedAt ?? row.createdAt,
    };
  });
}

const nothing = {
  assigneeId: null,
  snoozedUntil: null,
  closeReason: null,
  closeNote: null,
  acknowledgedAt: null,
  closedAt: null,
  closedById: null,
  version: 1,
};

const desk = listService({
  table: persAlerts,
  scope: reachedAlerts,
  input: ListFleetAlerts,
  sort: { priority: [persAlerts.levelRank, persAlerts.createdAt], createdAt: persAlerts.createdAt },
  filters: {
    ...alertFilters,
    // The door has let the caller into this company, and the scope holds; the filters below ask about its own work.
    companyId: () => undefined,
    deskStatus: (value, { companyId }) => sql`${status(companyId)} = ${value}`,
    needsWork: (value, { companyId }) => sql`(${status(companyId)} <> 'closed') = ${value}`,
    isAsleep: (value, { companyId }) =>
      value ? sql`${status(companyId)} = 'snoozed'` : sql`${status(companyId)} in ('new', 'acknowledged')`,
    assigneeId: (value, { companyId }) =>
      value === "none"
        ? sql`${ofOwn(companyId, sql`${own.assigneeId}`)} is null`
        : sql`${ofOwn(companyId, sql`${own.assigneeId}`)} = ${value}::uuid`,
    isOverdue: (value, { companyId }) => sql`coalesce(${isOverdue(companyId)}, false) = ${value}`,
    closedFrom: (value, { companyId }) => since(ofOwn(companyId, sql`${own.closedAt}`))(value),
    closedTo: (value, { companyId }) => until(ofOwn(companyId, sql`${own.closedAt}`))(value),
    search: called,
  },
  load,
});

/** The alerts of the company's desk as its work. */
const workOf =
  (ctx: KnownCtx): DeskWork =>
  (which) => {
    const companyId = companyOf(ctx);
    const is = sql`coalesce(${statusNow(table)}, ${unbegun})`;
    const since = "since" in which ? which.since : undefined;
    return sql`select ${persAlerts.alertId}, ${persAlerts.startedAt}, ${persAlerts.createdAt}, ${table.assigneeId},
        ${table.acknowledgedAt}, ${table.closedAt}, ${table.closeReason}, ${is} as status
      from ${persAlerts} left join ${table} on ${table.persAlertId} = ${persAlerts.id} and ${table.companyId} = ${companyId}
      where ${reachedAlerts(ctx)} and ${since ? sql`(${persAlerts.startedAt} >= ${since} or ${table.closedAt} >= ${since})` : sql`${is} <> 'closed'`}`;
  };

/** What the company's own work on an alert says, by its columns, for conditions on alerts. */
export const ownWork = ({ company }: Pick<Ctx, "company">) => {
  const of = (column: SQLWrapper) => ofOwn(company?.id, sql`${column}`);
  return {
    version: sql`coalesce(${of(own.version)}, 1)`,
    deskStatus: sql`coalesce(${of(own.deskStatus)}, ${unbegun})`,
    assigneeId: of(own.assigneeId),
    snoozedUntil: of(own.snoozedUntil).mapWith(own.snoozedUntil),
    acknowledgedAt: of(own.acknowledgedAt).mapWith(own.acknowledgedAt),
  };
};

const reachedOf = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ persAlertId: persAlerts.id, deskStatus: persAlerts.deskStatus, closedAt: persAlerts.closedAt })
    .from(persAlerts)
    .where(and(oneOf(persAlerts.id, ids), reachedAlerts(ctx)));

/** The company's work on those of these alerts that it reaches, begun where it was not, and locked. */
async function lockAll(ctx: KnownCtx, ids: string[]) {
  const companyId = companyOf(ctx);
  const reached = await reachedOf(ctx, ids);
  const begun = reached.map((row) => ({
    persAlertId: row.persAlertId,
    companyId,
    deskStatus: unbegunStatus(row) as Work["deskStatus"],
  }));
  if (begun.length > 0) await ctx.db.insert(table).values(begun).onConflictDoNothing();
  const theirs = reached.map(({ persAlertId }) => persAlertId);
  return ctx.db
    .select()
    .from(table)
    .where(and(oneOf(table.persAlertId, theirs), eq(table.companyId, companyId)))
    .orderBy(table.persAlertId)
    .for("update");
}

/** Those of these alerts that the company reaches. */
async function loadReached(ctx: Ctx, ids: string[]) {
  const reached = await reachedOf(ctx, ids);
  return load(
    ctx,
    reached.map(({ persAlertId }) => persAlertId),
  );
}

type Request = z.output<typeof ListFleetAlerts>;

/** The work of a company on the alerts that were raised while its link to the device ran (ADR 136). */
export const fleetAlertService = {
  ...desk,
  ...workService<Awaited<ReturnType<typeof desk.get>>, Work>({
    audited: "company-pers-alert",
    get: desk.get,

    async lock(ctx, id, ifMatch) {
      const { deskStatus } = await desk.get(ctx, id);
      const companyId = companyOf(ctx);
      await ctx.db.insert(table).values({ persAlertId: id, companyId, deskStatus }).onConflictDoNothing();
      const ofIt = and(eq(table.persAlertId, id), eq(table.companyId, companyId));
      const [row] = await ctx.db.select().from(table).where(ofIt).for("update");
      if (!row) throw new AppError("internal");
      assertVersion(row, ifMatch);
      return row;
    },

    async write(ctx, { id }, values) {
      await ctx.db
        .update(table)
        .set({ ...values, version: sql`${table.version} + 1` })
        .where(eq(table.id, id));
    },

    colleagues: (ctx) => membersWithRight(ctx, companyOf(ctx), "company-alert.write"),
  }),

  list: (ctx: KnownCtx, request: Request) => desk.list(ctx, asked(ctx, request)),
  rows: (ctx: KnownCtx, request: Request) => desk.rows(ctx, asked(ctx, request)),
  count: (ctx: KnownCtx, request: Request) => desk.count(ctx, asked(ctx, request)),
  stream: (ctx: KnownCtx, request: Request, visit: Parameters<typeof desk.stream>[2]) =>
    desk.stream(ctx, asked(ctx, request), visit),

  lockAll,
  loadReached,

  standing: (ctx: KnownCtx) => standingOf(ctx, workOf(ctx)),
  weeks: (ctx: KnownCtx, weeks: number) => weekFigures(ctx, workOf(ctx), weeks),
  rules: (ctx: KnownCtx, weeks: number) => ruleFigures(ctx, workOf(ctx), weeks),

  /** How many alerts stand in each view of the queue. */
  async counts(ctx: KnownCtx) {
    const companyId = companyOf(ctx);
    const self = selfOf(ctx);
    const work = ctx.db
      .select({
        status: sql`${status(companyId)}`.as("status"),
        assigneeId: sql`${ofOwn(companyId, sql`${own.assigneeId}`)}`.as("assignee_id"),
        isOverdue: sql`${due(companyId)} < now()`.as("is_overdue"),
      })
      .from(persAlerts)
      .where(reachedAlerts(ctx))
      .as("work");
    const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
    const [row] = await ctx.db
      .select({
        mine: count(sql`${work.assigneeId} = ${self}::uuid and ${work.status} <> 'snoozed'`),
        nobodys: count(sql`${work.assigneeId} is null and ${work.status} <> 'snoozed'`),
        overdue: count(sql`${work.isOverdue}`),
        snoozed: count(sql`${work.status} = 'snoozed'`),
        all: sql<number>`count(*)::int`,
      })
      .from(work)
      .where(sql`${work.status} <> 'closed'`);
    if (!row) throw new AppError("internal");
    return row;
  },
};
