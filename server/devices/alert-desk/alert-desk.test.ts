import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { alerts, auditLog, levelAlerts, persAlerts, webhooks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeUser } from "@/server/identity/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { rankAlerts } from "../level-alert/alert-rank.service";
import { deviceFactory } from "../pers/testing";

const { db } = useDatabase();
const make = deviceFactory(db);
let me: string;
let outsider: string;

/** A caller who is somebody of the database. */
const callAs = (id: string, permissions?: Permission[]) => {
  const ctx = staffCtx(db(), permissions);
  if (ctx.actor.kind === "user") ctx.actor.id = id;
  return appRouter.createCaller(ctx).alertDesk;
};
const call = () => callAs(me);

beforeAll(async () => {
  await seedBase(db());
  const permissions: Permission[] = ["pers-alert.read", "pers-alert.write"];
  me = (await makeUser(db(), { firstName: "Mia", lastName: "Desk", permissions })).id;
  outsider = (await makeUser(db())).id;
});

beforeEach(async () => {
  await db().delete(persAlerts);
});

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();

/** An alert of a level with minutes, as a message of a device raises it. */
async function raised(values: { rank?: number; acknowledge?: number | null; close?: number | null } = {}) {
  const { rank = 1, acknowledge = 15, close = 240 } = values;
  const levelAlertId = await make.level(undefined, rank);
  const device = await make.pers();
  await db()
    .update(levelAlerts)
    .set({ minutesToAcknowledge: acknowledge, minutesToClose: close })
    .where(eq(levelAlerts.id, levelAlertId));
  const code = `CODE_${crypto.randomUUID()}`;
  const rule = { field: "batteryLevel", operator: "<", value: 15 } as const;
  await db()
    .insert(alerts)
    .values({ code, alertLabel: `Low ${code}`, topicAlert: "T", groupAlert: "G", levelAlertId, rule });
  const message = {
    messageId: crypto.randomUUID(),
    persSerialNumber: device.nuSerialPersNumber,
    iotMessageType: "status",
    payload: { batteryLevel: 7 },
    sentAt: minutes(-1),
  };
  await appRouter.createCaller(staffCtx(db())).iotMessages.ingest({ messages: [message] });
  const [alert] = await db().select().from(persAlerts).where(eq(persAlerts.persId, device.id));
  await db().update(alerts).set({ isActivated: false }).where(eq(alerts.code, code)); // the next device does not raise it
  if (!alert) throw new Error("no alert was raised");
  return { id: alert.id, persId: device.id, serial: device.nuSerialPersNumber, levelAlertId };
}

const trail = async (id: string) =>
  db().select().from(auditLog).where(eq(auditLog.objectId, id)).orderBy(desc(auditLog.id));

describe("the desk", () => {
  it("has what messages raise as new work, due by its level, in the order of level and due time", async () => {
    const low = await raised({ rank: 3 });
    const never = await raised({ rank: 1, acknowledge: null });
    const late = await raised({ rank: 1, acknowledge: 30 });
    const soon = await raised({ rank: 1, acknowledge: 5 });
    const { items } = await call().rows({ needsWork: true });
    expect(items.map(({ id }) => id)).toEqual([soon, late, never, low].map(({ id }) => id));
    expect(items[0]).toMatchObject({ deskStatus: "new", assignee: null, levelRank: 1, value: 7 });
    const { createdAt, dueAt } = items[0] ?? { createdAt: "", dueAt: null };
    expect(Date.parse(dueAt ?? "") - Date.parse(createdAt)).toBe(5 * 60_000);
    expect(items[2]?.dueAt).toBeNull();
  });

  it("shows what the device said around the moment, up to now", async () => {
    const { id } = await raised();
    const { points } = await call().readings({ id });
    expect(points.flatMap(({ value }) => value ?? [])).toEqual([7]);
    const last = Date.parse(points.at(-1)?.at ?? "");
    expect([last <= Date.now(), last > Date.now() - 31 * 60_000]).toEqual([true, true]);
  });

  it("takes an alert through its states, each with its version and its audit row", async () => {
    const { id } = await raised();
    const mine = await call().assign({ id, userId: me, ifMatch: '"1"' });
    expect(mine).toMatchObject({ assignee: { id: me, name: "Mia Desk" }, deskStatus: "new", version: 2 });
    const taken = await call().acknowledge({ id, ifMatch: '"2"' });
    expect(taken.deskStatus).toBe("acknowledged");
    expect(Date.parse(taken.dueAt ?? "") - Date.parse(taken.createdAt)).toBe(240 * 60_000);
    const until = minutes(600);
    expect(await call().snooze({ id, until })).toMatchObject({
      deskStatus: "snoozed",
      snoozedUntil: until,
      dueAt: until,
    });
    const closed = await call().close({ id, reason: "defect", note: "Cable" });
    expect(closed).toMatchObject({ deskStatus: "closed", closeReason: "defect", closeNote: "Cable", dueAt: null });
    expect(closed).toMatchObject({ closedBy: { id: me, name: "Mia Desk" }, endedAt: null });
    expect(await call().reopen({ id })).toMatchObject({
      deskStatus: "acknowledged",
      closeReason: null,
      closedBy: null,
    });
    const actions = (await trail(id)).map(({ action, objectType }) => `${objectType} ${action}`);
    expect(actions).toEqual(["reopen", "close", "snooze", "acknowledge", "assign"].map((one) => `pers-alert ${one}`));
  });

  it("refuses another version, a wrong state, an assignee without the right, a time out of reach", async () => {
    const { id } = await raised();
    await call().acknowledge({ id });
    expect((await failure(call().close({ id, reason: "other", ifMatch: '"1"' }))).status).toBe(412);
    const again = await failure(call().acknowledge({ id }));
    expect([again.status, again.errors?.[0]?.path]).toEqual([422, "deskStatus"]);
    expect((await failure(call().reopen({ id }))).status).toBe(422);
    const foreign = await failure(call().assign({ id, userId: outsider }));
    expect([foreign.status, foreign.errors?.[0]?.path]).toEqual([422, "userId"]);
    for (const until of [minutes(0.5), minutes(31 * 1440)])
      expect((await failure(call().snooze({ id, until }))).errors?.[0]?.path).toBe("until");
    expect((await failure(call().acknowledge({ id: crypto.randomUUID() }))).status).toBe(404);
    expect((await failure(callAs(me, ["pers-alert.read"]).acknowledge({ id }))).status).toBe(403);
    expect((await failure(callAs(me, ["pers.read"]).rows({}))).status).toBe(403);
  });

  it("gets back what was snoozed when its time comes, as what it was", async () => {
    const { id } = await raised();
    await call().snooze({ id, until: minutes(60) });
    expect((await call().rows({ deskStatus: "snoozed" })).items).toHaveLength(1);
    await db()
      .update(persAlerts)
      .set({ snoozedUntil: minutes(-1) })
      .where(eq(persAlerts.id, id));
    expect((await call().rows({ deskStatus: "snoozed" })).items).toEqual([]);
    expect((await call().rows({ deskStatus: "new" })).items).toMatchObject([
      { id, deskStatus: "new", snoozedUntil: null },
    ]);
    expect(await call().acknowledge({ id })).toMatchObject({ deskStatus: "acknowledged" });
  });

  it("takes back one's own last action, while nothing else changed", async () => {
    const { id } = await raised();
    await call().assign({ id, userId: me });
    await call().close({ id, reason: "resolved" });
    const back = await call().undo({ id, ifMatch: '"3"' });
    expect(back).toMatchObject({
      deskStatus: "new",
      closeReason: null,
      closedBy: null,
      assignee: { id: me },
      version: 4,
    });
    expect(back.dueAt).not.toBeNull();
    expect((await failure(call().undo({ id, ifMatch: '"4"' }))).status).toBe(422);
    await call().acknowledge({ id });
    expect((await failure(call().undo({ id, ifMatch: '"4"' }))).status).toBe(412);
    expect((await failure(callAs(outsider).undo({ id, ifMatch: '"5"' }))).status).toBe(422);
  });

  it("finds by whose they are, what is late, what is searched for, and counts the views", async () => {
    const [mine, late, asleep, closed, other] = [
      await raised(),
      await raised(),
      await raised(),
      await raised(),
      await raised(),
    ];
    await call().assign({ id: mine.id, userId: me });
    await db()
      .update(persAlerts)
      .set({ dueAt: minutes(-5) })
      .where(eq(persAlerts.id, late.id));
    await call().snooze({ id: asleep.id, until: minutes(60) });
    await call().close({ id: closed.id, reason: "duplicate" });
    const ids = async (input: Parameters<ReturnType<typeof call>["rows"]>[0]) =>
      (await call().rows(input)).items.map(({ id }) => id);
    expect(await ids({ needsWork: true, assigneeId: "me" })).toEqual([mine.id]);
    expect(await ids({ isOverdue: true })).toEqual([late.id]);
    expect(await ids({ search: other.serial })).toEqual([other.id]);
    expect(await ids({ levelAlertId: late.levelAlertId })).toEqual([late.id]);
    expect(await ids({ closedFrom: minutes(-60), sortBy: "closedAt:desc" })).toEqual([closed.id]);
    expect(await ids({ persId: mine.persId })).toEqual([mine.id]);
    expect((await ids({ needsWork: true, assigneeId: "none" })).sort()).toEqual([late.id, asleep.id, other.id].sort());
    expect(await call().counts({})).toEqual({ mine: 1, nobodys: 2, overdue: 1, snoozed: 1, all: 4 });
  });

  it("follows a level that changes, where work is left", async () => {
    const [open, closed] = [await raised(), await raised()];
    await call().close({ id: closed.id, reason: "resolved" });
    for (const { levelAlertId } of [open, closed])
      await db().update(levelAlerts).set({ rank: 7, minutesToAcknowledge: 60 }).where(eq(levelAlerts.id, levelAlertId));
    expect(await rankAlerts(staffCtx(db()))).toBe(1);
    expect(await rankAlerts(staffCtx(db()))).toBe(0);
    const { levelRank, dueAt, createdAt } = await call().get({ id: open.id });
    expect([levelRank, Date.parse(dueAt ?? "") - Date.parse(createdAt)]).toEqual([7, 3_600_000]);
    expect((await call().get({ id: closed.id })).levelRank).toBe(1);
  });

  it("tells webhooks with ids alone, once an action cannot be taken back any more", async () => {
    const events = ["pers-alert.acknowledged", "pers-alert.assigned", "pers-alert.closed-by-hand"];
    await db().insert(webhooks).values({ url: "https://hook.test", events, secretSealed: "x", name: "Hook" });
    const waiting = () =>
      db().execute<{ payload: { events: { event: string; data: object }[] }; is_later: boolean }>(sql`
        select payload, run_at > now() + interval '10 seconds' as is_later from graphile_worker._private_jobs
        where payload::text like '%pers-alert.%' order by id`);
    /** What a worker would send that many seconds from now. */
    const due = async (seconds: number) => {
      const rows = await db().execute<{ payload: { events: { event: string }[] } }>(sql`
        select payload from graphile_worker._private_jobs where payload::text like '%pers-alert.%'
          and payload::text not like '%pers-alert.opened%' and run_at <= now() + ${seconds} * interval '1 second' order by id`);
      return rows.map(({ payload }) => payload.events[0]?.event);
    };
    const { id, persId } = await raised();
    await call().acknowledge({ id });
    await call().assign({ id, userId: me });
    const closed = await call().close({ id, reason: "defect", note: "Words" });
    const told = await waiting();
    expect(told.map(({ payload, is_later }) => [payload.events[0]?.event, is_later])).toEqual(
      events.map((event) => [event, true]),
    );
    const { data } = told[1]?.payload.events[0] ?? {};
    expect(data).toMatchObject({ persAlertId: id, persId, companyId: null, assigneeId: me });
    expect(JSON.stringify(told)).not.toContain("Words");
    expect(await due(19)).toEqual([]);
    await call().undo({ id, ifMatch: `"${closed.version}"` });
    expect((await waiting()).map(({ payload }) => payload.events[0]?.event)).toEqual(events.slice(0, 2));
    expect(await due(21)).toEqual(events.slice(0, 2));
  });
});
