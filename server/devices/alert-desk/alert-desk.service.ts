import { and, desc, eq, getTableColumns, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import {
  alerts,
  alertTranslations,
  auditLog,
  companies,
  companyPersLinks,
  levelAlerts,
  levelAlertTranslations,
  modelPers,
  pers,
  persAlerts,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { shownPhone } from "@/server/identity/person.service";
import { staffWithRights } from "@/server/identity/user-role/right-holder.service";
import { type Ctx, inTransaction, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { contains, containsAny, oneOf, refersTo, since, until } from "@/server/kit/list/list-filters";
import { setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { audit, type Changes, diff } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { alertName, alertWords, titled } from "../alert/alert-name.service";
import { readingsAround } from "../iot/iot-around.service";
import { levelRef, levelWords } from "../level-alert/level-name.service";
import { linkedCompany } from "../pers/pers-row.service";
import { isCurrent } from "../reach/link-period.service";
import {
  type CloseReason,
  type DeskAction,
  deskActions,
  deskStatusWords,
  dueAt,
  isSnooze,
  mayFollow,
  restedIn,
  statusAt,
  undoFor,
} from "./alert-desk.rules";
import { ListDeskAlerts } from "./alert-desk.schema";

type Row = typeof persAlerts.$inferSelect;

const { deskStatus, snoozedUntil, acknowledgedAt } = persAlerts;
const needsWork = sql`${deskStatus} <> 'closed'`;
const isAsleep = sql`(${deskStatus} = 'snoozed' and ${snoozedUntil} > now())`;
const isOverdue = sql`(${needsWork} and ${persAlerts.dueAt} < now())`;

/** The state now, as `statusAt` judges it: nothing has to run for a snooze to end. */
const statusNow = sql<keyof typeof byStatus>`case when ${deskStatus} = 'snoozed' and ${snoozedUntil} <= now()
  then case when ${acknowledgedAt} is null then 'new' else 'acknowledged' end else ${deskStatus} end`;

const byStatus = {
  new: sql`(${needsWork} and not ${isAsleep} and ${acknowledgedAt} is null)`,
  acknowledged: sql`(${needsWork} and not ${isAsleep} and ${acknowledgedAt} is not null)`,
  snoozed: sql`(${needsWork} and ${isAsleep})`,
  closed: sql`${deskStatus} = 'closed'`,
};

const ofPers = (condition: SQL | undefined) => refersTo(persAlerts.persId, pers, condition);
const ofAlert = (condition: SQL | undefined) => refersTo(persAlerts.alertId, alerts, condition);
const onVehicles = (condition: SQL) =>
  sql`${persAlerts.persId} in (select ${vehicles.persId} from ${vehicles} where ${condition})`;
const ofCompanies = (condition: SQL) =>
  sql`${persAlerts.persId} in (select ${companyPersLinks.persId} from ${companyPersLinks}
    join ${companies} on ${companies.id} = ${companyPersLinks.companyId}
    where ${condition} and ${isCurrent(companyPersLinks)})`;
type Test = (expression: SQLWrapper) => SQL;
const ofLevel = (test: Test) => ofAlert(test(alerts.levelAlertId));
const ofModel = (test: Test) => ofPers(test(pers.modelPERSId));
const ofFirmware = (test: Test) => ofPers(test(pers.firmwareVersionId));

const assignees = alias(users, "assignees");
const closers = alias(users, "closers");
const nameOf = (person: typeof assignees | typeof closers) => sql<{ id: string; name: string } | null>`
  case when ${person.id} is not null
    then json_build_object('id', ${person.id}, 'name', ${person.firstName} || ' ' || ${person.lastName}) end`;

async function load(ctx: Ctx, ids: string[]) {
  const maySeeVehicles = ctx.actor !== null && mayDo(ctx.actor, "vehicle.read");
  const { id, code, alertLabel, topicAlert, groupAlert, rule } = alerts;
  const rows = await ctx.db
    .select({
      ...getTableColumns(persAlerts),
      deskStatus: statusNow,
      pers: {
        id: pers.id,
        nuSerialPersNumber: pers.nuSerialPersNumber,
        model: modelPers.label,
        firmwareVersion: sql<string | null>`(
          select v.firmware_version from backoffice.firmware_versions v where v.id = ${pers.firmwareVersionId})`,
      },
      alert: { id, code, alertLabel, name: alertName, topicAlert, groupAlert, rule },
      levelAlert: levelRef,
      isActivated: alerts.isActivated,
      vehicle: {
        id: vehicles.id,
        name: sql<string>`coalesce(${vehicles.nameVehicle}, ${vehicles.vehicleSerialNumber})`,
        brand: vehicleBrands.name,
      },
      rider: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        phoneNumber: shownPhone(ctx),
      },
      company: linkedCompany(1),
      assignee: nameOf(assignees),
      closedBy: nameOf(closers),
    })
    .from(persAlerts)
    .innerJoin(pers, eq(pers.id, persAlerts.persId))
    .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
    .innerJoin(alerts, eq(alerts.id, persAlerts.alertId))
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .leftJoin(alertTranslations, alertWords)
    .leftJoin(levelAlertTranslations, levelWords)
    .leftJoin(vehicles, and(eq(vehicles.persId, pers.id), maySeeVehicles ? undefined : sql`false`))
    .leftJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
    .leftJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
    .leftJoin(users, eq(users.id, vehicles.riderId))
    .leftJoin(assignees, eq(assignees.id, persAlerts.assigneeId))
    .leftJoin(closers, eq(closers.id, persAlerts.closedById))
    .where(oneOf(persAlerts.id, ids));
  return rows.map(({ levelAlert, isActivated, vehicle, rider, ...row }) => ({
    ...row,
    snoozedUntil: row.deskStatus === "snoozed" ? row.snoozedUntil : null,
    isJudged: isActivated && row.alert.rule !== null,
    alert: { ...row.alert, field: row.alert.rule?.field ?? null, levelAlert },
    vehicle: vehicle && vehicle.id !== null ? { id: vehicle.id, name: vehicle.name, brand: vehicle.brand ?? "" } : null,
    rider: rider && rider.id !== null ? rider : null,
  }));
}

const desk = listService({
  table: persAlerts,
  scope: "global",
  input: ListDeskAlerts,
  sort: {
    priority: [persAlerts.levelRank, persAlerts.dueAt],
    createdAt: persAlerts.createdAt,
    closedAt: persAlerts.closedAt,
  },
  filters: {
    deskStatus: (value) => byStatus[value],
    needsWork: (value) => (value ? needsWork : byStatus.closed),
    isAsleep: (value) => (value ? byStatus.snoozed : sql`(${needsWork} and not ${isAsleep})`),
    assigneeId: (value) =>
      value === "none" ? isNull(persAlerts.assigneeId) : sql`${persAlerts.assigneeId} = ${value}::uuid`,
    isOverdue: (value) => (value ? isOverdue : sql`${isOverdue} is not true`),
    levelAlertId: (value) => ofAlert(eq(alerts.levelAlertId, value)),
    ...setFilters("levelAlertId", ofLevel),
    alertId: (value) => eq(persAlerts.alertId, value),
    ...setFilters("alertId", persAlerts.alertId),
    modelPERSId: (value) => ofPers(eq(pers.modelPERSId, value)),
    ...setFilters("modelPERSId", ofModel),
    firmwareVersionId: (value) => ofPers(eq(pers.firmwareVersionId, value)),
    ...setFilters("firmwareVersionId", ofFirmware),
    persId: (value) => eq(persAlerts.persId, value),
    vehicleId: (value) => onVehicles(eq(vehicles.id, value)),
    riderId: (value) => onVehicles(eq(vehicles.riderId, value)),
    companyId: (value) => ofCompanies(eq(companies.id, value)),
    closedFrom: since(persAlerts.closedAt),
    closedTo: until(persAlerts.closedAt),
    search: (value) => sql`(${ofPers(contains(pers.nuSerialPersNumber)(value))}
      or ${ofAlert(sql`(${containsAny(alerts.alertLabel, alerts.code)(value)} or ${titled(value)})`)}
      or ${ofCompanies(contains(companies.name)(value))})`,
  },
  load,
});

type Request = z.output<typeof ListDeskAlerts>;

/** The person who acts; keys and jobs are nobody. */
const selfOf = ({ actor }: KnownCtx) => (actor.kind === "user" ? (actor.actingId ?? actor.id) : null);

const nobody = "00000000-0000-0000-0000-000000000000";
/** With "me" as the caller's own id. */
export const asked = <R extends { assigneeId?: string }>(ctx: KnownCtx, request: R): R =>
  request.assigneeId === "me" ? { ...request, assigneeId: selfOf(ctx) ?? nobody } : request;

async function lock(ctx: KnownCtx, id: string, ifMatch: string | undefined): Promise<Row> {
  const [row] = await ctx.db.select().from(persAlerts).where(eq(persAlerts.id, id)).for("update");
  if (!row) throw notFound();
  assertVersion(row, ifMatch);
  return row;
}

async function minutesOf(ctx: Ctx, alertId: string) {
  const { minutesToAcknowledge, minutesToClose } = levelAlerts;
  const [level] = await ctx.db
    .select({ minutesToAcknowledge, minutesToClose })
    .from(alerts)
    .innerJoin(levelAlerts, eq(levelAlerts.id, alerts.levelAlertId))
    .where(eq(alerts.id, alertId));
  return level ?? { minutesToAcknowledge: null, minutesToClose: null };
}

/** Writes what changes of a locked alert, with its audit row; its answer as it is now. */
async function write(ctx: KnownCtx, before: Row, values: Partial<Row>, action: string) {
  const changes: Changes = diff(before, { ...before, ...values });
  if (Object.keys(changes).length)
    await ctx.db
      .update(persAlerts)
      .set({ ...values, version: sql`${persAlerts.version} + 1` })
      .where(eq(persAlerts.id, before.id));
  const after = await desk.get(ctx, before.id);
  const objectLabel = `${after.alert.alertLabel}, ${after.pers.nuSerialPersNumber}`;
  if (Object.keys(changes).length)
    await audit(ctx, { objectType: "pers-alert", objectId: before.id, objectLabel, action, changes });
  return after;
}

/** One action on one alert: its version, its state, what it writes. @throws AppError 404, 412, 422 in another state */
const act = (
  ctx: KnownCtx,
  action: DeskAction,
  { id, ifMatch }: { id: string; ifMatch?: string },
  work: (ctx: KnownCtx, before: Row) => Partial<Row> | Promise<Partial<Row>>,
) =>
  inTransaction(ctx, async (ctx) => {
    const before = await lock(ctx, id, ifMatch);
    const status = statusAt(before, Date.now());
    if (!mayFollow(action, status))
      throw broken(
        "deskStatus",
        t("The alert is in the state “{status}”, in which this cannot be done. Reload to see how it stands.", {
          status: t(deskStatusWords[status]),
        }),
      );
    // A snooze that is over counts as none, also for when the alert is due.
    const standing = { deskStatus: status, snoozedUntil: status === "snoozed" ? before.snoozedUntil : null };
    const values = { ...standing, ...(await work(ctx, { ...before, ...standing })) };
    const due = dueAt({ ...before, ...values }, await minutesOf(ctx, before.alertId));
    return write(ctx, before, { ...values, dueAt: due }, action);
  });

const now = () => new Date().toISOString();

/** @throws AppError 422 for who may not work on alerts */
async function assertColleague(ctx: Ctx, userId: string | null) {
  if (userId !== null && !(await colleagues(ctx)).some(({ id }) => id === userId))
    throw broken("userId", "This person may not work on alerts. Choose somebody who may.");
}

/** @throws AppError 422 for a moment too near or too far */
function assertSnooze(until: string) {
  if (!isSnooze(until, Date.now())) throw broken("until", "Choose a time from one minute to thirty days ahead.");
}

/** The work of staff on alerts (ADR 136). When an alert is over is its rule's, and never written here. */
export const alertDeskService = {
  ...desk,
  assertColleague,
  assertSnooze,

  list: (ctx: KnownCtx, request: Request) => desk.list(ctx, asked(ctx, request)),
  rows: (ctx: KnownCtx, request: Request) => desk.rows(ctx, asked(ctx, request)),
  count: (ctx: KnownCtx, request: Request) => desk.count(ctx, asked(ctx, request)),
  stream: (ctx: KnownCtx, request: Request, visit: Parameters<typeof desk.stream>[2]) =>
    desk.stream(ctx, asked(ctx, request), visit),

  acknowledge: (ctx: KnownCtx, of: { id: string; ifMatch?: string }) =>
    act(ctx, "acknowledge", of, (_, { acknowledgedAt }) => ({
      deskStatus: "acknowledged",
      acknowledgedAt: acknowledgedAt ?? now(),
      snoozedUntil: null,
    })),

  /** @throws AppError 422 for who may not work on alerts */
  assign: (ctx: KnownCtx, { userId, ...of }: { id: string; userId: string | null; ifMatch?: string }) =>
    act(ctx, "assign", of, async (ctx) => {
      await assertColleague(ctx, userId);
      return { assigneeId: userId };
    }),

  snooze: (ctx: KnownCtx, { until, ...of }: { id: string; until: string; ifMatch?: string }) =>
    act(ctx, "snooze", of, () => {
      assertSnooze(until);
      return { deskStatus: "snoozed", snoozedUntil: until };
    }),

  close: (
    ctx: KnownCtx,
    { reason, note, ...of }: { id: string; reason: CloseReason; note?: string | null; ifMatch?: string },
  ) =>
    act(ctx, "close", of, (ctx) => ({
      deskStatus: "closed",
      snoozedUntil: null,
      closeReason: reason,
      closeNote: note ?? null,
      closedAt: now(),
      closedById: selfOf(ctx),
    })),

  reopen: (ctx: KnownCtx, of: { id: string; ifMatch?: string }) =>
    act(ctx, "reopen", of, (_, before) => ({
      deskStatus: restedIn(before),
      closeReason: null,
      closeNote: null,
      closedAt: null,
      closedById: null,
    })),

  /**
   * Takes one's own last action on an alert back, for a few seconds and only while nothing else changed it.
   * @throws AppError 412 where something did, 422 where there is nothing to take back
   */
  undo: (ctx: KnownCtx, { id, ifMatch }: { id: string; ifMatch: string }) =>
    inTransaction(ctx, async (ctx) => {
      const before = await lock(ctx, id, ifMatch);
      const { actorId, action, at, changes } = auditLog;
      const [last] = await ctx.db
        .select({ actorId, action, at, changes })
        .from(auditLog)
        .where(and(eq(auditLog.objectType, "pers-alert"), eq(auditLog.objectId, id)))
        .orderBy(desc(auditLog.at), desc(auditLog.id))
        .limit(1);
      const isOwn = last !== undefined && last.actorId === selfOf(ctx) && last.action in deskActions;
      if (!last || !isOwn || Date.now() - Date.parse(last.at) > undoFor)
        throw broken("id", "There is nothing to take back any more.");
      const values = Object.entries(last.changes).map(([key, [was]]) => [key, was]);
      return write(ctx, before, Object.fromEntries(values) as Partial<Row>, "undo"); // the columns that the action changed
    }),

  /** Writes back what an action on this alert changed. */
  putBack: (ctx: KnownCtx, id: string, values: Partial<Row>) =>
    inTransaction(ctx, async (ctx) => {
      await write(ctx, await lock(ctx, id, undefined), values, "undo");
    }),

  /** The readings around the one that raised an alert. */
  async readings(ctx: KnownCtx, id: string) {
    const { persId, alert, startedAt, value } = await desk.get(ctx, id);
    const isNumber = alert.field !== null && typeof value === "number";
    return { points: isNumber ? await readingsAround(ctx, persId, alert.field ?? "", startedAt) : [] };
  },

  /** How many alerts stand in each view of the queue. */
  async counts(ctx: KnownCtx) {
    const self = selfOf(ctx) ?? nobody;
    const [row] = await ctx.db
      .select({
        mine: sql<number>`(count(*) filter (where ${persAlerts.assigneeId} = ${self}::uuid and not ${isAsleep}))::int`,
        nobodys: sql<number>`(count(*) filter (where ${persAlerts.assigneeId} is null and not ${isAsleep}))::int`,
        overdue: sql<number>`(count(*) filter (where ${persAlerts.dueAt} < now()))::int`,
        snoozed: sql<number>`(count(*) filter (where ${isAsleep}))::int`,
        all: sql<number>`count(*)::int`,
      })
      .from(persAlerts)
      .where(needsWork);
    if (!row) throw new AppError("internal");
    return row;
  },

  colleagues: async (ctx: KnownCtx) => ({ items: await colleagues(ctx) }),
};

/** Staff who may work on alerts, by name. */
const colleagues = async (ctx: Ctx) =>
  (await staffWithRights(ctx, ["pers-alert.write"])).map(({ id, name }) => ({ id, name }));
