import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import {
  alerts,
  auditLog,
  companyPersLinks,
  levelAlerts,
  persAlertCompanyDesks,
  persAlerts,
  vehicleBrands,
  vehicleModels,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeFitted, makeWorkspace, type Workspace } from "@/server/companies/partners/company-partner/testing";
import { failure } from "@/server/kit/testing";

const { db } = useDatabase();
let maker: Workspace;
let other: Workspace;
let devices: string[];
let foreign: string;
let alertId: string;

beforeAll(async () => {
  await seedBase(db());
  maker = await makeWorkspace(db(), "MANUFACTURER");
  other = await makeWorkspace(db(), "MANUFACTURER");
  devices = (await makeFitted(db(), maker.companyId, 3)).map(({ id }) => id);
  foreign = (await makeFitted(db(), other.companyId, 1))[0]?.id ?? "";
  await db().update(companyPersLinks).set({ startDate: "2020-01-01T00:00:00.000Z" });
  const [level] = await db().insert(levelAlerts).values({ label: "Grave", color: "#aa0000", rank: 1 }).returning();
  const of = { alertLabel: "Low battery", code: "LOW", topicAlert: "T", groupAlert: "G" };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...of, levelAlertId: level?.id ?? "" })
    .returning();
  alertId = alert?.id ?? "";
});

beforeEach(async () => {
  await db().delete(persAlerts);
});

/** An alert on each device. */
const raised = async (on = devices) =>
  (
    await db()
      .insert(persAlerts)
      .values(on.map((persId) => ({ persId, alertId, startedAt: new Date().toISOString() })))
      .returning()
  ).map(({ id }) => id);

const bulk = () => maker.call.companyBulkChanges;
const theirs = async (id: string) => {
  const { deskStatus, assignee, version } = await maker.call.fleetAlerts.get({ companyId: maker.companyId, id });
  return { deskStatus, assignee: assignee?.id ?? null, version };
};

it("a company closes alerts by choice, in its own desk alone, and takes it back", async () => {
  const ids = await raised();
  const { companyId, user } = maker;
  const [first = ""] = ids;
  await maker.call.fleetAlerts.assign({ companyId, id: first, userId: user.id });
  const run = await bulk().runDesk({ companyId, ids, action: "close", reason: "defect", note: "Cable" });
  expect(run).toMatchObject({ status: "done", action: "close", counts: { planned: 3, changed: 3 } });
  expect(await db().$count(persAlerts, eq(persAlerts.deskStatus, "new"))).toBe(3); // staff's are as they were
  expect(await theirs(first)).toMatchObject({ deskStatus: "closed", assignee: user.id });
  const rows = await db().select().from(auditLog).where(eq(auditLog.requestId, run.id));
  expect(rows.filter((row) => row.action === "close" && row.companyId === companyId)).toHaveLength(3);
  expect(await bulk().undo({ companyId, id: run.id })).toMatchObject({ status: "undone", leftCount: 0 });
  for (const id of ids)
    expect(await theirs(id)).toMatchObject({ deskStatus: "new", assignee: id === first ? user.id : null });
});

it("all that match are planned; what another did meanwhile is left, and what is in another state is refused", async () => {
  const ids = await raised();
  const { companyId } = maker;
  const [closed = "", moved = "", left = ""] = ids;
  await maker.call.fleetAlerts.close({ companyId, id: closed, reason: "other" });
  const asleep = await maker.call.fleetAlerts.snooze({
    companyId,
    id: left,
    until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(asleep.deskStatus).toBe("snoozed");
  const plan = await bulk().planDesk({ companyId, filters: { alertId }, action: "acknowledge" });
  expect(plan).toMatchObject({ change: 2, refusedCount: 1, refused: [{ id: closed }] });
  const mine = await bulk().planDesk({ companyId, filters: { deskStatus: "snoozed" }, action: "acknowledge" });
  expect(mine.change).toBe(1);
  await maker.call.fleetAlerts.assign({ companyId, id: moved, userId: maker.user.id });
  const run = await bulk().runDesk({ companyId, planId: plan.planId });
  expect(run.counts).toMatchObject({ planned: 2, changed: 1, left: 1 });
  expect(run.left).toMatchObject([{ id: moved, reason: "changed" }]);
  expect((await theirs(left)).deskStatus).toBe("acknowledged");
});

it("another company's work on the same alert counts for nothing, and stays as it is", async () => {
  const { companyId, user } = maker;
  const [id = ""] = await raised(devices.slice(0, 1));
  await maker.call.fleetAlerts.assign({ companyId, id, userId: user.id });
  const theirWork = { persAlertId: id, companyId: other.companyId, deskStatus: "closed", version: 7 } as const;
  const [before] = await db().insert(persAlertCompanyDesks).values(theirWork).returning();
  const run = await bulk().runDesk({ companyId, ids: [id], action: "acknowledge" });
  expect(run).toMatchObject({ counts: { planned: 1, changed: 1, left: 0 }, left: [] });
  expect(await theirs(id)).toMatchObject({ deskStatus: "acknowledged", assignee: user.id });
  const ofOther = eq(persAlertCompanyDesks.companyId, other.companyId);
  expect(await db().select().from(persAlertCompanyDesks).where(ofOther)).toEqual([before]);
});

it("reaches no alert of another company, names none, and needs its right", async () => {
  const [id = ""] = await raised([foreign]);
  const { companyId } = maker;
  const plan = await bulk().planDesk({ companyId, ids: [id], action: "acknowledge" });
  expect(plan).toMatchObject({ change: 0, refusedCount: 1, refused: [{ id }] });
  expect(JSON.stringify(plan)).not.toContain("Low battery");
  const all = await bulk().planDesk({ companyId, filters: {}, all: true, action: "close", reason: "other" });
  expect(all.change).toBe(0);
  expect(await db().$count(persAlertCompanyDesks)).toBe(0);
  const dealer = await makeWorkspace(db(), "DEALER");
  const wrong = (input: object) =>
    failure(bulk().planDesk({ companyId, ids: [id], action: "snooze", ...input } as never));
  expect((await wrong({ until: "2020-01-01T00:00:00Z" })).status).toBe(422);
  expect((await wrong({ reason: "other" })).status).toBe(400);
  const byFilter = { companyId, filters: { companyId: dealer.companyId }, action: "acknowledge" } as const;
  expect(await failure(bulk().planDesk(byFilter))).toMatchObject({ status: 400 }); // it would mean all of its own
  const theirDoor = dealer.call.companyBulkChanges;
  const refused = await failure(theirDoor.planDesk({ companyId: dealer.companyId, ids: [id], action: "acknowledge" }));
  expect(refused.status).toBe(403);
});

it("a company plans changes of records within its reach alone, and names no other", async () => {
  const [brand] = await db().insert(vehicleBrands).values({ name: "Bulk" }).returning();
  const modelOf = async (companyId: string | null, nameVehicleModel: string) => {
    const values = { nameVehicleModel, vehicleBrandId: brand?.id ?? "", vehicleType: "city" as const, companyId };
    return (await db().insert(vehicleModels).values(values).returning())[0]?.id ?? "";
  };
  const { companyId } = maker;
  const mine = await modelOf(companyId, "Ours");
  const everybodys = await modelOf(null, "Everybody's");
  const foreign = await modelOf(other.companyId, "Foreign");
  const ids = [mine, everybodys, foreign];
  const plan = await bulk().plan({ companyId, resource: "vehicle-model", ids, set: { year: 2020 } });
  expect(plan).toMatchObject({ change: 1, refusedCount: 2 });
  expect(plan.refused.map(({ id }) => id).toSorted()).toEqual([everybodys, foreign].toSorted());
  expect(JSON.stringify(plan)).not.toContain("Foreign");
});
