import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import {
  alerts,
  mailLog,
  notificationDeliveries,
  notificationRequests,
  persAlertNotices,
  persAlerts,
  userRoles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { storeOptin } from "@/server/identity/portal-user/optin.service";
import { makeUser } from "@/server/identity/testing";
import { systemCtx } from "@/server/kit/call/context";
import { deviceFactory } from "../pers/testing";
import { tellStaff } from "./alert-notice.service";
import { unassignLost } from "./alert-unassign.service";

const { db } = useDatabase();
const make = deviceFactory(db);
const worker = () => ({ ...systemCtx("worker"), db: db() });
let boss: { id: string; email: string };
let worked: { id: string; email: string };
let alertId: string;

beforeAll(async () => {
  await seedBase(db());
  boss = await makeUser(db(), { permissions: ["pers-alert.read", "pers-alert.escalation"], languageId: null });
  worked = await makeUser(db(), { permissions: ["pers-alert.read", "pers-alert.write"], languageId: null });
  const values = { code: "LOW", alertLabel: "Low {{battery}}", topicAlert: "T", groupAlert: "G" };
  const [alert] = await db()
    .insert(alerts)
    .values({ ...values, levelAlertId: await make.level() })
    .returning();
  alertId = alert?.id ?? "";
});

beforeEach(async () => {
  await db().delete(persAlerts);
  for (const table of [notificationDeliveries, notificationRequests, mailLog]) await db().delete(table);
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Alerts that were due some minutes ago, all on one device. */
async function overdue(count: number, values: Partial<typeof persAlerts.$inferInsert> = {}) {
  const { id: persId } = await make.pers();
  const [level] = await db().execute<{ rank: number }>(sql`select l.rank from backoffice.level_alerts l
    join backoffice.alerts a on a.level_alert_id = l.id where a.id = ${alertId}`);
  const of = { persId, alertId, levelRank: level?.rank, dueAt: ago(5) };
  const rows = Array.from({ length: count }, (_, n) => ({
    ...of,
    startedAt: ago(10 * n + 19),
    endedAt: ago(10 * n + 10),
    ...values,
  }));
  return (await db().insert(persAlerts).values(rows).returning()).map(({ id }) => id);
}

const bells = () => db().select().from(notificationDeliveries).orderBy(asc(notificationDeliveries.id));
const mails = () => db().select().from(mailLog).orderBy(asc(mailLog.id));
/** As if the last messages had gone out that long ago. */
const later = (minutes: number) =>
  db()
    .update(persAlertNotices)
    .set({ toldAt: sql`told_at - ${minutes} * interval '1 minute'` });

it("a thousand at once are one bell and one mail for each who hears, also with two workers", async () => {
  const mine = await overdue(3, { assigneeId: worked.id });
  await overdue(1000);
  await Promise.all([tellStaff(worker()), tellStaff(worker())]);
  expect((await bells()).map(({ email }) => email).sort()).toEqual([boss.email, worked.email].sort());
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([boss.email, worked.email].sort());
  const ofBoss = sent.find(({ recipient }) => recipient === boss.email);
  expect(ofBoss).toMatchObject({ templateCode: "ALERT_NOTICES", subject: "Alerts that need you: 1000" });
  expect(ofBoss?.body.match(/due since/g)).toHaveLength(20);
  expect(ofBoss?.body).toContain("and 980 more");
  expect(ofBoss?.html?.match(/<br>Low/g)).toHaveLength(19);
  expect(sent.find(({ recipient }) => recipient === worked.email)?.body.match(/due since/g)).toHaveLength(3);
  const [request] = await db()
    .select()
    .from(notificationRequests)
    .where(eq(notificationRequests.recipients, 1))
    .limit(1);
  expect(request?.link).toMatch(/\/alert-desk\?view=overdue$/);
  await later(60);
  expect(await tellStaff(worker())).toBe(0); // each due time is told once
  await db()
    .update(persAlerts)
    .set({ dueAt: ago(1) })
    .where(eq(persAlerts.id, mine[0] ?? ""));
  expect(await tellStaff(worker())).toBe(1);
});

it("what comes within a quarter of an hour waits, and goes out together without what was done meanwhile", async () => {
  await overdue(1, { assigneeId: worked.id });
  expect(await tellStaff(worker())).toBe(1);
  const [done = "", moved = "", left = ""] = await overdue(4, { assigneeId: worked.id });
  expect(await tellStaff(worker())).toBe(0);
  await db().update(persAlerts).set({ deskStatus: "closed", dueAt: null }).where(eq(persAlerts.id, done));
  await db()
    .update(persAlerts)
    .set({ dueAt: ago(-60) })
    .where(eq(persAlerts.id, moved));
  await later(14);
  expect(await tellStaff(worker())).toBe(0);
  await later(2);
  expect(await tellStaff(worker())).toBe(1);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Alerts that need you: 1", "Alerts that need you: 2"]);
  expect(left).not.toBe("");
});

it("nobody hears of what is not due, is closed, or was due long ago", async () => {
  await overdue(1, { dueAt: null });
  await overdue(1, { dueAt: ago(-5) });
  await overdue(1, { dueAt: ago(25 * 60) });
  await overdue(1, { deskStatus: "closed" });
  expect(await tellStaff(worker())).toBe(0);
  expect(await db().$count(persAlertNotices)).toBe(0);
});

it("work that was taken from somebody is told to the holders of escalation", async () => {
  const leaver = await makeUser(db(), { permissions: ["pers-alert.write"] });
  const [id = ""] = await overdue(1, { dueAt: ago(-600), assigneeId: leaver.id });
  await db().delete(userRoles).where(eq(userRoles.userId, leaver.id));
  expect(await unassignLost(worker())).toBe(1);
  expect(await tellStaff(worker())).toBe(1);
  const [mail, ...others] = await mails();
  expect([mail?.recipient, others]).toEqual([boss.email, []]);
  expect(mail?.body).toContain("nobody has it any more");
  const [request] = await db().select().from(notificationRequests);
  expect(request?.link).toMatch(new RegExp(`/alert-desk/${id}$`));
});

it("who has turned mails off hears of it by the bell alone", async () => {
  const { id, email } = worked;
  const choose = (emailNotifications: boolean) =>
    storeOptin(worker(), { id, email }, "BACKOFFICE_WEB", { emailNotifications });
  try {
    await choose(false);
    await overdue(1, { assigneeId: id });
    await tellStaff(worker());
    expect((await bells()).some((one) => one.email === email)).toBe(true);
    expect((await mails()).some(({ recipient }) => recipient === email)).toBe(false);
  } finally {
    await choose(true);
  }
});
