import { eq, inArray } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { alerts, auditLog, persAlerts } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { makeUser } from "@/server/identity/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const make = deviceFactory(db);
const permissions: Permission[] = ["pers-alert.read", "pers-alert.write"];
let me: string;

const callAs = (id: string, permissions?: Permission[]) => {
  const ctx = staffCtx(db(), permissions);
  if (ctx.actor.kind === "user") ctx.actor.id = id;
  return appRouter.createCaller(ctx);
};

beforeAll(async () => {
  await seedBase(db());
  me = (await makeUser(db(), { permissions })).id;
});

/** Open alerts of one rule, each on a device of its own. */
async function raised(count: number) {
  const code = `CODE_${crypto.randomUUID()}`;
  const levelAlertId = await make.level();
  const values = { code, alertLabel: `Low ${code}`, topicAlert: "T", groupAlert: "G", levelAlertId };
  const [alert] = await db().insert(alerts).values(values).returning();
  const alertId = alert?.id ?? "";
  const rows = [];
  for (let n = 0; n < count; n++)
    rows.push({ persId: (await make.pers()).id, alertId, startedAt: new Date().toISOString() });
  const made = await db().insert(persAlerts).values(rows).returning({ id: persAlerts.id });
  return { alertId, ids: made.map(({ id }) => id) };
}
const states = async (ids: string[]) =>
  (await db().select().from(persAlerts).where(inArray(persAlerts.id, ids)).orderBy(persAlerts.id)).map(
    ({ deskStatus, closeReason, assigneeId }) => ({ deskStatus, closeReason, assigneeId }),
  );

it("alerts are closed by choice, each with its audit row, and are again what each was", async () => {
  const { ids } = await raised(3);
  const [first = ""] = ids;
  await callAs(me).alertDesk.assign({ id: first, userId: me });
  const run = await callAs(me).bulkChanges.runDesk({ ids, action: "close", reason: "defect", note: "Cable" });
  expect(run).toMatchObject({ status: "done", action: "close", set: { reason: "defect" }, counts: { changed: 3 } });
  expect((await states(ids)).map(({ closeReason }) => closeReason)).toEqual(["defect", "defect", "defect"]);
  const rows = await db().select().from(auditLog).where(eq(auditLog.requestId, run.id));
  expect(rows.filter(({ action }) => action === "close")).toHaveLength(3);
  await callAs(me).bulkChanges.undo({ id: run.id });
  const back = await states(ids);
  expect(back.map(({ deskStatus, closeReason }) => [deskStatus, closeReason])).toEqual(ids.map(() => ["new", null]));
  expect(back.filter(({ assigneeId }) => assigneeId === me)).toHaveLength(1);
});

it("all that match are planned: what is in another state is refused and named", async () => {
  const { ids, alertId } = await raised(3);
  const [first = ""] = ids;
  await callAs(me).alertDesk.close({ id: first, reason: "other" });
  const plan = await callAs(me).bulkChanges.planDesk({ filters: { alertId }, action: "acknowledge" });
  expect(plan).toMatchObject({ change: 2, refusedCount: 1, refused: [{ id: first }] });
  expect(plan.refused[0]?.reason).toContain("“Closed”");
  const run = await callAs(me).bulkChanges.runDesk({ planId: plan.planId });
  expect(run.counts).toMatchObject({ planned: 2, changed: 2 });
  const mine = await callAs(me).bulkChanges.planDesk({ filters: { assigneeId: "me" }, action: "reopen" });
  expect(mine.change).toBe(0);
});

it("an action takes its own fields, of who may work on alerts", async () => {
  const { ids } = await raised(1);
  const plan = (input: object) =>
    failure(callAs(me).bulkChanges.planDesk({ ids, action: "acknowledge", ...input } as never));
  expect((await plan({ reason: "other" })).status).toBe(400);
  expect((await plan({ action: "close" })).errors?.[0]?.path).toBe("reason");
  expect((await plan({ action: "snooze", until: "2020-01-01T00:00:00Z" })).errors?.[0]?.path).toBe("until");
  const stranger = (await makeUser(db())).id;
  expect((await plan({ action: "assign", userId: stranger })).errors?.[0]?.path).toBe("userId");
  const reader = callAs(me, ["pers-alert.read"]).bulkChanges;
  expect((await failure(reader.planDesk({ ids, action: "acknowledge" }))).status).toBe(403);
  // Its fields are not set as those of a record.
  expect((await failure(callAs(me).bulkChanges.plan({ resource: "pers-alert", ids, set: {} }))).status).toBe(400);
});
