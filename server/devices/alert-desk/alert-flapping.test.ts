import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { alerts, levelAlerts, persAlertCompanyDesks, persAlertOccurrences, persAlerts, webhooks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeUser } from "@/server/identity/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { deviceFactory } from "../pers/testing";

const { db } = useDatabase();
const make = deviceFactory(db);
let me: string;
let alertId: string;
let device: { id: string; nuSerialPersNumber: string };

const call = () => {
  const ctx = staffCtx(db());
  if (ctx.actor.kind === "user") ctx.actor.id = me;
  return appRouter.createCaller(ctx);
};

const start = Date.now() - 20 * 3_600_000;
let clock = 0;

/** What the device says some minutes after it spoke last. */
function says(batteryLevel: number, after: number) {
  clock += after;
  const message = {
    messageId: crypto.randomUUID(),
    persSerialNumber: device.nuSerialPersNumber,
    iotMessageType: "status",
    payload: { batteryLevel },
    sentAt: new Date(start + clock * 60_000).toISOString(),
  };
  return message;
}
const sends = (...messages: ReturnType<typeof says>[]) => call().iotMessages.ingest({ messages: messages });

const [low, full] = [7, 80];
const rows = () =>
  db().select().from(persAlerts).where(eq(persAlerts.persId, device.id)).orderBy(asc(persAlerts.startedAt));
const desk = async () => {
  const [row] = await rows();
  return call().alertDesk.get({ id: row?.id ?? "" });
};

beforeAll(async () => {
  await seedBase(db());
  me = (await makeUser(db(), { permissions: ["pers-alert.read", "pers-alert.write"] })).id;
  const level = { label: "Grave", color: "#aa0000", rank: 1, minutesToAcknowledge: 15, minutesToClose: 240 };
  const other = { ...level, minutesToAcknowledge: 999 };
  const [, stored] = await db()
    .insert(levelAlerts)
    .values([{ ...other, label: "Mild", rank: 2 }, level, { ...other, label: "Faint", rank: 3 }])
    .returning();
  const rule = { field: "batteryLevel", operator: "<", value: 15 } as const;
  const of = { alertLabel: "Low", code: "LOW", topicAlert: "T", groupAlert: "G", rule };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...of, levelAlertId: stored?.id ?? "" })
    .returning();
  alertId = alert?.id ?? "";
});

beforeEach(async () => {
  device = await make.pers();
  clock = 0;
  await db().update(alerts).set({ minutesToReopen: 30, isActivated: true }).where(eq(alerts.id, alertId));
});

it("flapping twenty times is one piece of work, in one batch or in many", async () => {
  for (let n = 0; n < 10; n++) {
    await sends(says(low, 5));
    await sends(says(full, 5));
  }
  await sends(...Array.from({ length: 20 }, (_, n) => says(n % 2 ? full : low, 5)));
  await sends(says(low, 12));
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ occurrences: 21, endedAt: null, deskStatus: "new" });
  const episodes = await db()
    .select()
    .from(persAlertOccurrences)
    .where(eq(persAlertOccurrences.persAlertId, row?.id ?? ""))
    .orderBy(asc(persAlertOccurrences.startedAt));
  expect(episodes).toHaveLength(21);
  expect(episodes.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  expect(episodes[0]?.startedAt).toBe(row?.startedAt);
  expect(await desk()).toMatchObject({ occurrences: 21, backAfterMinutes: 12 });
});

it("is new again where it was resolved, at each desk, and stays closed for another reason", async () => {
  await sends(says(low, 0));
  await sends(says(full, 10));
  const { id } = await desk();
  await call().alertDesk.acknowledge({ id });
  await call().alertDesk.close({ id, reason: "resolved" });
  const [one, other] = [await make.company(), await make.company()];
  const closed = { persAlertId: id, deskStatus: "closed", closedAt: new Date().toISOString() } as const;
  await db()
    .insert(persAlertCompanyDesks)
    .values([
      { ...closed, companyId: one, closeReason: "resolved" },
      { ...closed, companyId: other, closeReason: "defect" },
    ]);
  await sends(says(low, 12));
  expect(await desk()).toMatchObject({
    deskStatus: "new",
    acknowledgedAt: null,
    closedAt: null,
    closedBy: null,
    closeReason: null,
    backAfterMinutes: 12,
  });
  const { createdAt, dueAt } = await desk();
  expect(Date.parse(dueAt ?? "") - Date.parse(createdAt)).toBe(15 * 60_000);
  const theirs = await db().select().from(persAlertCompanyDesks).where(eq(persAlertCompanyDesks.persAlertId, id));
  expect(new Map(theirs.map(({ companyId, deskStatus }) => [companyId, deskStatus]))).toEqual(
    new Map([
      [one, "new"],
      [other, "closed"],
    ]),
  );
  await call().alertDesk.close({ id, reason: "false_alarm" });
  await sends(says(full, 1));
  await sends(says(low, 1));
  expect(await desk()).toMatchObject({
    deskStatus: "closed",
    closeReason: "false_alarm",
    endedAt: null,
    occurrences: 3,
  });
});

it("is a new episode later, and always where the rule says 0", async () => {
  await sends(says(low, 0));
  await sends(says(full, 10));
  await sends(says(low, 31));
  expect(await rows()).toMatchObject([{ occurrences: 1 }, { occurrences: 1, endedAt: null }]);
  await call().alerts.update({ id: alertId, minutesToReopen: 0 });
  await sends(says(full, 1));
  await sends(says(low, 1));
  expect(await rows()).toHaveLength(3);
});

it("tells webhooks which occurrence it is", async () => {
  const hook = { url: "https://hook.test", events: ["pers-alert.opened"], secretSealed: "x", name: "Hook" };
  await db().insert(webhooks).values(hook);
  await sends(says(low, 0));
  await sends(says(full, 1));
  await sends(says(low, 1));
  const jobs = await db().execute<{ payload: { events: { event: string; data: object }[] } }>(
    sql`select payload from graphile_worker._private_jobs order by id`,
  );
  const told = jobs.flatMap(({ payload }) => payload.events ?? []);
  const mine = told.filter(({ data }) => (data as { persId?: string }).persId === device.id);
  const opened = mine.filter(({ event }) => event === "pers-alert.opened").map(({ data }) => data);
  expect(opened).toMatchObject([{ occurrence: 1 }, { occurrence: 2 }]);
});

it("ends with its rule, which judges it no longer", async () => {
  await sends(says(low, 0));
  await sends(says(full, 1));
  await sends(says(low, 1));
  await call().alerts.update({ id: alertId, isActivated: false });
  expect(await desk()).toMatchObject({ isJudged: false, deskStatus: "new", occurrences: 2 });
  const [row] = await rows();
  expect(row?.endedAt).not.toBeNull();
  const open = await db()
    .select()
    .from(persAlertOccurrences)
    .where(eq(persAlertOccurrences.persAlertId, row?.id ?? ""));
  expect(open.filter(({ endedAt }) => endedAt === null)).toEqual([]);
});
