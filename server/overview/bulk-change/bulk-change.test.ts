import { eq, inArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { auditLog, bulkChangeParts, bulkChanges, pers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { purgeBulkChanges } from "@/server/kit/bulk/bulk-purge";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { toMaintenance, useBulkDevices } from "./testing";

const { db } = useDatabase();
const { people, ctxOf, callAs, call, devices, statuses } = useBulkDevices(db);

describe("a plan", () => {
  it("says what would change, what has it already and what is refused, and changes nothing", async () => {
    const ids = await devices(3);
    const [there] = await devices(1, "active");
    const gone = uuidv7();
    const plan = await call().plan({ resource: "pers", ids: [...ids, there ?? "", gone], set: { status: "active" } });
    expect(plan).toMatchObject({ change: 3, same: 1, refusedCount: 1, refused: [{ id: gone }] });
    expect(await statuses()).toEqual({ stock: 3, active: 1 });
    const { items, totalItems } = await call().planRows({ planId: plan.planId });
    expect([totalItems, items[0]]).toMatchObject([3, { id: ids[0], before: { status: "stock" }, hasMoved: false }]);
    expect((await call().list({})).items.some(({ id }) => id === plan.planId)).toBe(false);
  });

  it("shows what would change page by page, of however many parts it consists", async () => {
    await devices(620);
    const { planId } = await call().plan({ ...toMaintenance, filters: {}, all: true });
    const page = async (page: number) => (await call().planRows({ planId, page })).items.map(({ id }) => id);
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(page));
    expect(pages.map((ids) => ids.length)).toEqual([100, 100, 100, 100, 100, 100, 20, 0]);
    expect(new Set(pages.flat()).size).toBe(620);
  });

  it("takes all that filters find, and no filter that the list does not have", async () => {
    await devices(2);
    await devices(3, "active");
    const by = (filters: Record<string, unknown>, all?: boolean) => call().plan({ ...toMaintenance, filters, all });
    expect((await by({ status: "active" })).change).toBe(3);
    expect((await by({}, true)).change).toBe(5);
    for (const [filters, path] of [
      [{}, "all"],
      [{ colour: "red" }, "filters"],
      [{ page: 2 }, "filters"],
    ] as const) {
      const refused = await failure(by(filters));
      expect([refused.status, refused.errors?.[0]?.path]).toEqual([400, path]);
    }
  });

  it("takes fields that are opted in, of records that may be written, one way or the other", async () => {
    const ids = await devices(1);
    const plan = (input: object, as = people.me, permissions?: Permission[]) =>
      failure(callAs(as, permissions).bulkChanges.plan({ resource: "pers", ids, set: { status: "stock" }, ...input }));
    expect((await plan({ set: { nuSerialPersNumber: "X" } })).status).toBe(400);
    expect((await plan({ set: {} })).status).toBe(400);
    expect((await plan({ set: { status: "broken" } })).errors?.[0]?.path).toBe("set.status");
    expect((await plan({ set: { modelPERSId: uuidv7() } })).errors?.[0]?.path).toBe("set.modelPERSId");
    expect((await plan({ resource: "role" })).status).toBe(400);
    expect((await plan({ filters: {} })).status).toBe(400);
    expect((await plan({}, people.other, ["pers.read"])).status).toBe(403);
  });

  it("is its caller's, for an hour", async () => {
    const ids = await devices(1);
    const { planId } = await call().plan({ ...toMaintenance, ids });
    expect((await failure(callAs(people.other).bulkChanges.run({ planId }))).status).toBe(404);
    await db().update(bulkChanges).set({ plannedAt: "2026-01-01T00:00:00.000Z" }).where(eq(bulkChanges.id, planId));
    expect((await failure(call().run({ planId }))).status).toBe(404);
    expect(await purgeBulkChanges(ctxOf(people.me))).toBeGreaterThan(0);
    expect(await db().$count(bulkChanges, eq(bulkChanges.id, planId))).toBe(0);
  });
});

describe("a run", () => {
  it("changes each record with its version and its audit row, in one group, and takes it back", async () => {
    const ids = [...(await devices(2)), ...(await devices(1, "active"))];
    const run = await call().run({ ...toMaintenance, ids });
    expect(run).toMatchObject({ status: "done", counts: { planned: 3, changed: 3, left: 0 }, by: "Tess Ter" });
    expect(await statuses()).toEqual({ maintenance: 3 });
    const rows = await db().select().from(auditLog).where(inArray(auditLog.objectId, ids));
    expect(rows.map(({ requestId }) => requestId)).toEqual(ids.map(() => run.id));
    expect(rows.find(({ objectId }) => objectId === ids[2])).toMatchObject({
      action: "update",
      changes: { status: ["active", "maintenance"] },
    });
    const undone = await call().undo({ id: run.id });
    expect(undone).toMatchObject({ status: "undone", counts: { undone: 3 }, undoUntil: null, undoneBy: "Tess Ter" });
    expect(await statuses()).toEqual({ stock: 2, active: 1 });
    const [one] = await db().select({ version: pers.version }).from(pers);
    expect(one?.version).toBe(3);
    expect((await failure(call().undo({ id: run.id }))).status).toBe(422);
    expect(await db().$count(bulkChangeParts, eq(bulkChangeParts.bulkChangeId, run.id))).toBe(0);
  });

  it("empties a field, and its undo gives each record what it had", async () => {
    const api = callAs(people.me, ["alert.read", "alert.write"]);
    const minutes = [30, 60, null];
    const ids: string[] = [];
    for (const [index, minutesToClose] of minutes.entries()) {
      const level = { label: `Emptied ${index}`, color: "#123456", rank: 40 + index, minutesToClose };
      ids.push((await api.levelAlerts.create(level)).id);
    }
    const held = () => Promise.all(ids.map(async (id) => (await api.levelAlerts.get({ id })).minutesToClose));
    const run = await api.bulkChanges.run({ resource: "level-alert", ids, set: { minutesToClose: null } });
    expect(run).toMatchObject({ status: "done", set: { minutesToClose: null }, counts: { changed: 2, left: 0 } });
    expect(await held()).toEqual([null, null, null]);
    expect(await api.bulkChanges.undo({ id: run.id })).toMatchObject({ status: "undone", counts: { undone: 2 } });
    expect(await held()).toEqual(minutes);
  });

  it("leaves and names what somebody else changed or removed since, and so does its undo", async () => {
    const ids = await devices(4);
    const [changed = "", removed = "", later = ""] = ids;
    const { planId } = await call().plan({ ...toMaintenance, ids });
    await callAs(people.other).pers.update({ id: changed, erpPersId: "ERP-1" });
    await callAs(people.other).pers.remove({ id: removed });
    const run = await call().run({ planId });
    expect(run.counts).toMatchObject({ planned: 4, changed: 2, left: 2 });
    expect(new Map(run.left.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [changed, "changed"],
        [removed, "removed"],
      ]),
    );
    expect(run.left[0]?.message).toBe("Changed since by Tess Ter.");
    await callAs(people.other).pers.update({ id: later, erpPersId: "ERP-2" });
    const undone = await call().undo({ id: run.id });
    expect(undone).toMatchObject({ counts: { undone: 1 }, left: [{ id: later, reason: "changed" }] });
    expect(await statuses()).toEqual({ stock: 2, maintenance: 1 });
  });

  it("of two people on the same records changes each record once", async () => {
    const ids = await devices(300);
    const [mine, theirs] = await Promise.all([
      call().plan({ ...toMaintenance, ids }),
      callAs(people.other).bulkChanges.plan({ resource: "pers", ids, set: { status: "retired" } }),
    ]);
    const runs = await Promise.all([
      call().run({ planId: mine.planId }),
      callAs(people.other).bulkChanges.run({ planId: theirs.planId }),
    ]);
    expect(runs.reduce((all, { counts }) => all + counts.changed, 0)).toBe(300);
    expect(runs.reduce((all, { leftCount }) => all + leftCount, 0)).toBe(300);
    expect((await db().select({ version: pers.version }).from(pers)).every(({ version }) => version === 2)).toBe(true);
    expect(Object.values(await statuses()).reduce((all, n) => all + n, 0)).toBe(300);
  });

  it("answers a repeat as the run stands, and takes no more than 500 records without a plan", async () => {
    const ids = await devices(501);
    expect((await failure(call().run({ ...toMaintenance, ids }))).status).toBe(422);
    const { planId } = await call().plan({ ...toMaintenance, ids: ids.slice(0, 2) });
    const runs = await Promise.all([call().run({ planId }), call().run({ planId })]);
    expect(runs.map(({ id }) => id)).toEqual([planId, planId]);
    expect(await call().get({ id: planId })).toMatchObject({ status: "done", counts: { changed: 2 } });
  });
});

it("others' runs are seen by who may change such records, those of a company in it alone", async () => {
  const ids = await devices(1);
  const { id } = await call().run({ ...toMaintenance, ids });
  const sees = async (permissions: Permission[]) =>
    (await callAs(people.other, permissions).bulkChanges.list({})).items.some((one) => one.id === id);
  expect([await sees(["pers.write"]), await sees(["pers.read"])]).toEqual([true, false]);
  expect((await failure(callAs(people.other, ["pers.read"]).bulkChanges.get({ id }))).status).toBe(404);
  expect((await call().list({ resource: "pers", status: "done" })).items.map((one) => one.id)).toContain(id);
  expect((await call().list({ resource: "model-pers" })).meta.totalItems).toBe(0);
});
