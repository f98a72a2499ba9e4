import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { mailLog, notificationDeliveries as table, userOptins } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import { mostTries } from "@/server/platform/mail/mail.service";
import { smtpSender } from "@/server/platform/mail/mail-sender.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { appRouter } from "@/server/root";
import { onClock } from "@/texts/clock";
import { sendersOf } from "../sender/senders";
import { makeRider } from "../testing";
import { endRequests } from "./delivery-claim.service";
import { deliverDue } from "./delivery-round.service";

// What waits or gave up, and is sent in the end.

const { db } = useDatabase();
const ctx = () => systemCtx("worker");
const api = () => appRouter.createCaller(staffCtx(db()));
const senders = sendersOf({}, true);
beforeAll(() => seedBase(db()));

async function sendTo(email: string) {
  const words = { notificationTitle: "Title", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"] };
  const { id } = await api().notificationRequests.send({
    ...words,
    emailUserDestList: [email],
    typeNotificationList: [3],
  });
  return id;
}
const one = async (requestId: string) => {
  const [row] = await db().select().from(table).where(eq(table.requestId, requestId));
  if (!row) throw new Error("no delivery");
  return row;
};
const mailOf = async (deliveryId: string) => {
  const rows = await db().select().from(mailLog).where(eq(mailLog.deliveryId, deliveryId)).orderBy(mailLog.createdAt);
  return rows.at(-1)?.id ?? "";
};

it("a mail that the mail server refused for good is sent again by hand, and then arrives", async () => {
  const refusing: { refuse?: number } = { refuse: 550 };
  const smtp = await startSmtpServer(refusing);
  const mailer = smtpSender(smtp.url);
  const id = await sendTo("stranger@notify.test");
  await deliverDue(ctx(), 3, senders);
  const { id: deliveryId } = await one(id);
  await db()
    .update(mailLog)
    .set({ tries: mostTries - 1 });
  await deliverMail(ctx(), await mailOf(deliveryId), mailer.send);
  await endRequests(ctx());
  expect(await one(id)).toMatchObject({ status: "failed", reason: expect.stringContaining("550") });
  expect(await api().notificationRequests.get({ id })).toMatchObject({
    status: "failed",
    reasons: [{ status: "failed", reason: expect.stringContaining("550"), count: 1 }],
  });
  refusing.refuse = undefined;
  expect(await api().notificationRequests.resend({ id })).toEqual({ queued: 1, skipped: 0 });
  await deliverDue(ctx(), 3, senders);
  await deliverMail(ctx(), await mailOf(deliveryId), mailer.send);
  await endRequests(ctx());
  const delivered = await one(id);
  expect(delivered).toMatchObject({ status: "delivered", reason: null });
  expect(delivered.story.map(({ event }) => event)).toEqual(["queued", "failed", "sent again", "queued", "delivered"]);
  expect((await api().notificationRequests.get({ id })).status).toBe("done");
  expect(smtp.mails).toHaveLength(2); // refused once its text was there, and taken
  mailer.close();
  await smtp.close();
});

it("in quiet hours over midnight a mail waits until they end by the person's clock, and then goes", async () => {
  const hour = (timeZone: string) => Number(onClock(Date.now(), { timeZone }).slice(11, 13));
  const zones = Array.from({ length: 24 }, (_, n) => (n <= 12 ? `Etc/GMT+${n}` : `Etc/GMT-${n - 12}`));
  const [night, day] = [23, 12].map((wanted) => zones.find((zone) => hour(zone) === wanted) ?? "");
  const rider = await makeRider(db());
  const optin = { userId: rider.id, platformTechKey: "RIDER_APP", quietFrom: "22:00", quietTo: "07:00" };
  await db()
    .insert(userOptins)
    .values({ ...optin, timeZone: night });
  const id = await sendTo(rider.email);
  await deliverDue(ctx(), 3, senders);
  const waiting = await one(id);
  expect(waiting).toMatchObject({ status: "pending", reason: "quiet_hours" });
  expect(onClock(waiting.dueAt, { timeZone: night ?? "" }).slice(11)).toBe("07:00:00");
  expect(Date.parse(waiting.dueAt) - Date.now()).toBeLessThanOrEqual(8 * 3_600_000);
  expect(await deliverDue(ctx(), 3, senders)).toBe(0);
  // The night is over: it is noon, and the message is due.
  await db().update(userOptins).set({ timeZone: day }).where(eq(userOptins.userId, rider.id));
  await db().update(table).set({ dueAt: sql`now()` }).where(eq(table.requestId, id));
  await deliverDue(ctx(), 3, senders);
  expect((await one(id)).story.at(-1)).toMatchObject({ event: "queued" });
});
