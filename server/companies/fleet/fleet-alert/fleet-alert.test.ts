import { and, eq, isNull } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  alerts,
  auditLog,
  companyPersLinks,
  companyRoles,
  levelAlerts,
  persAlertCompanyDesks,
  persAlerts,
  userCompanies,
  users,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import {
  makeFitted,
  makePartners,
  makeWorkspace,
  type Workspace,
} from "@/server/companies/partners/company-partner/testing";
import { makeCompanyRole, makeMembership, memberIn } from "@/server/companies/testing";
import { unassignLost } from "@/server/devices/alert-desk/alert-unassign.service";
import { deviceFactory } from "@/server/devices/pers/testing";
import { actorOf } from "@/server/identity/actor";
import { anonymous, makeUser } from "@/server/identity/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { systemCtx } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
let desker: string;
const staff = () => {
  const ctx = staffCtx(db());
  if (ctx.actor.kind === "user") ctx.actor.id = desker;
  return appRouter.createCaller(ctx).alertDesk;
};
let maker: Workspace;
let sub: Workspace;
let device: string;
let alertId: string;

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();

beforeAll(async () => {
  await seedBase(db());
  desker = (await makeUser(db())).id;
  maker = await makeWorkspace(db(), "MANUFACTURER");
  sub = await makeWorkspace(db(), "SUBCONTRACTOR");
  const [fitted] = await makeFitted(db(), maker.companyId, 1);
  device = fitted?.id ?? "";
  const link = await makePartners(maker, sub, "subcontractors");
  const { companyId } = maker;
  await maker.call.subcontractors.managePers({ companyId, id: link, persIds: [device], ifMatch: "*" });
  const level = { label: "Grave", color: "#aa0000", rank: 1, minutesToAcknowledge: 15, minutesToClose: 240 };
  const [stored] = await db().insert(levelAlerts).values(level).returning();
  const of = { alertLabel: "Low battery", code: "LOW", topicAlert: "T", groupAlert: "G" };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...of, levelAlertId: stored?.id ?? "" })
    .returning();
  alertId = alert?.id ?? "";
});

beforeEach(async () => {
  await db().delete(persAlerts);
});

/** An alert that was raised some minutes ago. */
async function raised(ago = 0, values: Partial<typeof persAlerts.$inferInsert> = {}) {
  const startedAt = minutes(-ago);
  const [row] = await db()
    .insert(persAlerts)
    .values({ persId: device, alertId, startedAt, levelRank: 1, createdAt: startedAt, ...values })
    .returning();
  return row?.id ?? "";
}

const seen = async ({ call, companyId }: Workspace, more: object = {}) =>
  (await call.fleetAlerts.rows({ companyId, needsWork: true, ...more })).items;

const countsOf = ({ call, companyId }: Workspace) => call.fleetAlerts.counts({ companyId });

describe("a company's desk", () => {
  it("is its own: a subcontractor snoozes, the manufacturer's and that of staff stay as they were", async () => {
    const id = await raised();
    const before = await staff().get({ id });
    expect(await seen(sub)).toMatchObject([
      { id, deskStatus: "new", version: 1, assignee: null, staff: { state: "waiting" } },
    ]);
    expect(await db().select().from(persAlertCompanyDesks)).toEqual([]);
    const until = minutes(60);
    const asleep = await sub.call.fleetAlerts.snooze({ companyId: sub.companyId, id, until, ifMatch: '"1"' });
    expect(asleep).toMatchObject({ deskStatus: "snoozed", snoozedUntil: until, version: 2 });
    expect(await seen(maker)).toMatchObject([{ id, deskStatus: "new", version: 1 }]);
    expect(await staff().get({ id })).toMatchObject({
      ...before,
      companyDesks: [{ company: { id: sub.companyId }, deskStatus: "snoozed", assignee: null }],
    });
    expect(await countsOf(sub)).toEqual({ mine: 0, nobodys: 0, overdue: 0, snoozed: 1, all: 1 });
    expect(await countsOf(maker)).toEqual({ mine: 0, nobodys: 1, overdue: 0, snoozed: 0, all: 1 });
  });

  it("goes through its states, with versions, audit rows of the company, and the way back", async () => {
    const id = await raised();
    const { companyId, user, call } = maker;
    const mine = await call.fleetAlerts.assign({ companyId, id, userId: user.id });
    expect(mine).toMatchObject({ assignee: { id: user.id }, deskStatus: "new", version: 2 });
    expect(Date.parse(mine.dueAt ?? "") - Date.parse(mine.createdAt)).toBe(15 * 60_000);
    const taken = await call.fleetAlerts.acknowledge({ companyId, id, ifMatch: '"2"' });
    expect(Date.parse(taken.dueAt ?? "") - Date.parse(taken.createdAt)).toBe(240 * 60_000);
    const closed = await call.fleetAlerts.close({ companyId, id, reason: "defect", note: "Cable" });
    expect(closed).toMatchObject({ closeReason: "defect", closedBy: { id: user.id }, dueAt: null, endedAt: null });
    expect(await seen(maker, { needsWork: false, closedFrom: minutes(-5) })).toMatchObject([{ id }]);
    const back = await call.fleetAlerts.undo({ companyId, id, ifMatch: `"${closed.version}"` });
    expect(back).toMatchObject({ deskStatus: "acknowledged", closeReason: null });
    const trail = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.objectType, "company-pers-alert"), eq(auditLog.companyId, companyId)));
    expect(trail.map(({ action, companyId }) => [action, companyId])).toEqual(
      ["assign", "acknowledge", "close", "undo"].map((action) => [action, companyId]),
    );
    expect((await failure(call.fleetAlerts.acknowledge({ companyId, id }))).status).toBe(422);
    expect((await failure(call.fleetAlerts.acknowledge({ companyId, id, ifMatch: '"1"' }))).status).toBe(412);
    const foreign = await failure(call.fleetAlerts.assign({ companyId, id, userId: sub.user.id }));
    expect([foreign.status, foreign.errors?.[0]?.path]).toEqual([422, "userId"]);
    expect((await call.fleetAlerts.colleagues({ companyId })).items.map(({ id }) => id)).toEqual([user.id]);
  });

  it("says of staff only whether they work on it, and how they closed it", async () => {
    const id = await raised();
    await staff().assign({ id, userId: null });
    await staff().acknowledge({ id });
    expect((await seen(sub))[0]?.staff).toEqual({ state: "working", closeReason: null });
    await staff().close({ id, reason: "defect", note: "Secret words of staff" });
    const [row] = await seen(sub);
    expect(row?.staff).toEqual({ state: "closed", closeReason: "defect" });
    expect(JSON.stringify(row)).not.toContain("Secret words");
    expect(row).toMatchObject({ deskStatus: "new", closeNote: null, closedBy: null });
  });

  it("leaves out what was over before there was a desk, and what was raised before its link", async () => {
    await raised(0, { deskStatus: "closed", endedAt: minutes(1) });
    await raised(0, { startedAt: "2025-12-01T00:00:00.000Z", endedAt: "2025-12-02T00:00:00.000Z" });
    expect(await seen(maker)).toEqual([]);
    expect(await seen(maker, { needsWork: false })).toHaveLength(1);
    expect(await seen(sub)).toEqual([]);
  });

  it("finds what is late, whose it is, in the order of level and age", async () => {
    const [late, later] = [await raised(60, { endedAt: minutes(-50) }), await raised(20)];
    const { companyId, user, call } = sub;
    await db()
      .update(companyPersLinks)
      .set({ startDate: "2026-01-02T00:00:00.000Z" })
      .where(eq(companyPersLinks.companyId, companyId));
    expect((await seen(sub)).map(({ id }) => id)).toEqual([late, later]);
    await call.fleetAlerts.acknowledge({ companyId, id: later });
    expect((await seen(sub, { isOverdue: true })).map(({ id }) => id)).toEqual([late]);
    await call.fleetAlerts.assign({ companyId, id: late, userId: user.id });
    expect((await seen(sub, { assigneeId: "me" })).map(({ id }) => id)).toEqual([late]);
    expect((await seen(sub, { assigneeId: "none" })).map(({ id }) => id)).toEqual([later]);
    expect((await seen(sub, { search: "battery" })).length).toBe(2);
    expect(await countsOf(sub)).toEqual({ mine: 1, nobodys: 1, overdue: 1, snoozed: 0, all: 2 });
  });

  it("is out of reach from the request after the link's end", async () => {
    const id = await raised();
    const { companyId, call } = sub;
    expect(await call.fleetAlerts.get({ companyId, id })).toMatchObject({ id });
    const theirs = and(eq(companyPersLinks.companyId, companyId), eq(companyPersLinks.persId, device));
    await db()
      .update(companyPersLinks)
      .set({ endDate: minutes(-1) })
      .where(theirs);
    expect(await seen(sub)).toEqual([]);
    expect((await failure(call.fleetAlerts.get({ companyId, id }))).status).toBe(404);
    expect((await failure(call.fleetAlerts.close({ companyId, id, reason: "other" }))).status).toBe(404);
    expect((await failure(call.fleetAlerts.readings({ companyId, id }))).status).toBe(404);
    expect(await seen(maker)).toHaveLength(1);
  });

  it("needs the rights of the company, within the ceiling of its category", async () => {
    const id = await raised();
    const { companyId } = maker;
    const role = await makeCompanyRole(db(), companyId, ["company-alert.read"]);
    const { user } = await makeMembership(db(), companyId, { companyRoleId: role.id });
    const asDoor = async (person: typeof user) => {
      const rights = (id: string) => rightsIn({ db: db() }, person.id, id);
      return appRouter.createCaller({ ...anonymous(db()), actor: { ...actorOf(person), rightsIn: rights } })
        .fleetAlerts;
    };
    const reader = await asDoor(user);
    expect((await reader.rows({ companyId })).items).toHaveLength(1);
    expect((await failure(reader.acknowledge({ companyId, id }))).status).toBe(403);
    const dealer = await makeWorkspace(db(), "DEALER");
    const ofDealer = await asDoor(dealer.user);
    expect((await failure(ofDealer.rows({ companyId: dealer.companyId }))).status).toBe(403);
    expect((await failure(ofDealer.rows({ companyId }))).status).toBe(403);
  });

  it("names vehicles and riders only to who may see them, at the desk of staff as at that of a company", async () => {
    const id = await raised();
    const { companyId } = maker;
    const rider = await makeUser(db(), { firstName: "Rita", type: "Rider", phoneNumber: "+33612345678" });
    const bike = await deviceFactory(db).vehicle(device, { nameVehicle: "Brume", riderId: rider.id });
    const asStaff = async (...more: Permission[]) => {
      const { alertDesk } = appRouter.createCaller(staffCtx(db(), ["pers-alert.read", ...more]));
      return (await alertDesk.rows({ needsWork: true })).items;
    };
    const asMember = async (...more: Permission[]) => {
      const role = await makeCompanyRole(db(), companyId, ["company-alert.read", ...more]);
      const { user } = await makeMembership(db(), companyId, { companyRoleId: role.id });
      const { fleetAlerts } = appRouter.createCaller(await memberIn(db(), user, companyId));
      return (await fleetAlerts.rows({ companyId, needsWork: true })).items;
    };
    const shown = (of: Awaited<ReturnType<typeof asStaff | typeof asMember>>) =>
      of.map(({ id, vehicle, rider }) => [
        id,
        vehicle?.name ?? null,
        rider?.firstName ?? null,
        rider?.phoneNumber ?? null,
      ]);
    const phone = rider.phoneNumber;
    expect(shown(await asStaff())).toEqual([[id, null, null, null]]);
    expect(shown(await asStaff("vehicle.read"))).toEqual([[id, "Brume", "Rita", null]]);
    expect(shown(await asStaff("vehicle.read", "rider.read"))).toEqual([[id, "Brume", "Rita", phone]]);
    expect(shown(await asMember())).toEqual([[id, null, null, null]]);
    expect(shown(await asMember("company-vehicle.read"))).toEqual([[id, "Brume", null, null]]);
    expect(shown(await asMember("company-rider.read"))).toEqual([[id, null, null, null]]);
    expect(shown(await asMember("company-vehicle.read", "company-rider.read"))).toEqual([[id, "Brume", "Rita", phone]]);
    await db().delete(vehicles).where(eq(vehicles.id, bike.id));
  });

  it("keeps notes of its people about an alert, beside those of staff, as long as it reaches the alert", async () => {
    const id = await raised();
    const { companyId, call } = maker;
    const written = staffCtx(db());
    if (written.actor.kind === "user") written.actor.id = desker;
    const { sheetActivities } = appRouter.createCaller(written);
    const of = { objectId: id, modelType: "pers-alert" };
    await sheetActivities.create({ ...of, content: "Called the rider" });
    await call.fleetAlerts.notes.create({ companyId, objectId: id, content: "Cable ordered" });
    const theirs = async ({ call, companyId }: Workspace) =>
      (await call.fleetAlerts.notes.list({ companyId, objectId: id })).items.map(({ content }) => content);
    expect([await theirs(maker), await theirs(sub)]).toEqual([["Cable ordered"], []]);
    const all = await sheetActivities.list({ objectId: id });
    expect(all.items.map(({ content }) => content).sort()).toEqual(["Cable ordered", "Called the rider"]);
    const unknown = { modelType: "pers-alert", objectId: crypto.randomUUID(), content: "Nothing" };
    expect((await failure(sheetActivities.create(unknown))).status).toBe(422);
    await db().update(persAlerts).set({ startedAt: "2019-01-01T00:00:00.000Z", endedAt: "2019-01-02T00:00:00.000Z" });
    expect(await theirs(maker)).toEqual([]);
    expect((await failure(call.fleetAlerts.notes.create({ companyId, objectId: id, content: "Late" }))).status).toBe(
      404,
    );
  });

  it("takes work from who may not do it any more: by right, membership, account or link", async () => {
    const id = await raised();
    const { companyId } = maker;
    const role = await makeCompanyRole(db(), companyId, ["company-alert.read", "company-alert.write"]);
    const { user, membership } = await makeMembership(db(), companyId, { companyRoleId: role.id });
    const theirs = async () => {
      const { assignee } = await maker.call.fleetAlerts.get({ companyId, id });
      return assignee?.id ?? null;
    };
    const give = () => maker.call.fleetAlerts.assign({ companyId, id, userId: user.id });
    const ctx = systemCtx("worker");
    const look = () => unassignLost({ ...ctx, db: db() });
    await give();
    expect([await look(), await theirs()]).toEqual([0, user.id]);
    await db()
      .update(companyRoles)
      .set({ permissions: ["company-alert.read"] })
      .where(eq(companyRoles.id, role.id));
    expect([await look(), await theirs(), await look()]).toEqual([1, null, 0]);
    await db().update(companyRoles).set({ permissions: role.permissions }).where(eq(companyRoles.id, role.id));
    await give();
    await db().update(userCompanies).set({ status: "disabled" }).where(eq(userCompanies.id, membership.id));
    expect([await look(), await theirs()]).toEqual([1, null]);
    const right: Permission[] = ["pers-alert.write"];
    const colleague = await makeUser(db(), { permissions: right });
    await staff().assign({ id, userId: colleague.id });
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, colleague.id));
    expect([await look(), (await staff().get({ id })).assignee]).toEqual([1, null]);
    const trail = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, "assign"), isNull(auditLog.actorId)));
    expect(trail.map(({ objectType, changes }) => [objectType, changes])).toEqual([
      ["company-pers-alert", { assigneeId: [user.id, null] }],
      ["company-pers-alert", { assigneeId: [user.id, null] }],
      ["pers-alert", { assigneeId: [colleague.id, null] }],
    ]);
  });
});
