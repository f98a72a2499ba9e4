import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  auditLog,
  files,
  mailLog,
  notificationDeliveries,
  notificationDevices,
  notificationRequests,
  webhookDeliveries,
} from "@/db/schema";
import { vehicleBrandService } from "@/server/devices/vehicle-brand/vehicle-brand.service";
import { folderStorage } from "@/server/kit/storage/folder-storage";
import { deliverDue } from "@/server/notification/delivery/delivery-round.service";
import { fcmSender } from "@/server/notification/sender/fcm-sender";
import { sendersOf } from "@/server/notification/sender/senders";
import { fcmAccount, startProvider } from "@/server/notification/sender/testing";
import { makeRider, notifications } from "@/server/notification/testing";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import { useWebhooks } from "@/server/operations/webhook/testing";
import { queueWebhooks, webhookDeliveryService } from "@/server/operations/webhook/webhook-delivery.service";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { smtpSender } from "@/server/platform/mail/mail-sender.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { dropWaiting, filesBesideRows, waitingOutside } from "./recovery.service";

const { db, ctx, call, got, make, work } = useWebhooks();
const ask = notifications(db);
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let google: Awaited<ReturnType<typeof startProvider>>;
const folder = mkdtempSync(join(tmpdir(), "persdesk-recovery-"));
beforeAll(async () => {
  [smtp, google] = [await startSmtpServer(), await startProvider()];
});
afterAll(async () => {
  await Promise.all([smtp.close(), google.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await db().delete(mailLog);
  await db().delete(notificationDeliveries);
  await db().delete(notificationRequests);
  smtp.mails.length = 0;
});

/** Sends what is due, as workers do. */
async function send() {
  const senders = sendersOf({ fcm: fcmSender({ account: fcmAccount(google.origin), url: google.origin }) }, true);
  for (const type of [1, 2, 3] as const) await deliverDue(ctx(), type, senders);
  const mailer = smtpSender(smtp.url);
  for (const { id } of await db().select({ id: mailLog.id }).from(mailLog).where(eq(mailLog.status, "pending")))
    await deliverMail(ctx(), id, mailer.send);
  mailer.close();
  await work();
}
const pushes = () => google.asked.filter(({ path }) => path.includes("messages:send")).length;
const sent = () => [smtp.mails.length, pushes(), got.length];

/** A mail, a notification by each way, one that is only due tomorrow, and a message to a webhook: all wait. */
async function plant() {
  await enqueueMail(ctx(), {
    templateCode: "PASSWORD_CHANGED",
    module: "identity",
    recipient: "a@b.test",
    tokens: { firstName: "A" },
  });
  const rider = await makeRider(db());
  const device = { email: rider.email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "phone", token: `t ${rider.id}` };
  await db()
    .insert(notificationDevices)
    .values({ ...device, os: 1 });
  const request = { notificationTitle: "Title", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"] };
  const made = await ask("POST", "/notification-request", {
    ...request,
    emailUserDestList: [rider.email],
    typeNotificationList: [1, 2, 3],
  });
  const dtPrepareSent = new Date(Date.now() + 86_400_000).toISOString();
  const later = await ask("POST", "/notification-request", {
    ...request,
    emailUserDestList: [rider.email],
    typeNotificationList: [2],
    dtPrepareSent,
  });
  expect([made.status, later.status]).toEqual([201, 201]);
  const webhook = await make(["mail.failed", "notification-delivery.failed"]);
  const message = { webhookId: webhook.id, eventId: crypto.randomUUID(), event: "mail.failed", data: {} };
  await queueWebhooks(ctx(), await webhookDeliveryService.add(ctx(), [message]));
  return { requestId: made.body.id as string };
}

/** The rows as they were before they were sent, which is what a recovery leaves. */
async function goBack<T>(work: () => Promise<T>) {
  const before = {
    mails: await db().select().from(mailLog),
    deliveries: await db().select().from(notificationDeliveries),
    requests: await db().select().from(notificationRequests),
    webhooks: await db().select().from(webhookDeliveries),
  };
  const done = await work();
  await db().delete(mailLog);
  await db().delete(notificationDeliveries);
  await db().delete(notificationRequests);
  await db().delete(webhookDeliveries);
  await db().insert(notificationRequests).values(before.requests);
  await db().insert(notificationDeliveries).values(before.deliveries);
  await db().insert(mailLog).values(before.mails);
  await db().insert(webhookDeliveries).values(before.webhooks);
  await queueWebhooks(
    ctx(),
    before.webhooks.map(({ id }) => id),
  );
  return done;
}

it("what waited and was sent after the moment that was gone back to is named, and dropped leaves the house once", async () => {
  const { requestId } = await plant();
  const before = await waitingOutside(ctx());
  expect(before.map(({ kind }) => kind).sort()).toEqual(["mail", "mail", "push", "webhook"]);
  expect(before.find(({ what }) => what === "PASSWORD_CHANGED to a@b.test")).toMatchObject({ kind: "mail" });
  await goBack(send);
  expect(sent()).toEqual([2, 1, 1]);

  expect(await waitingOutside(ctx())).toEqual(before);
  expect(await dropWaiting(ctx())).toBe(4);
  await send();
  expect(sent()).toEqual([2, 1, 1]);
  expect(await waitingOutside(ctx())).toEqual([]);
  expect(await dropWaiting(ctx())).toBe(0);
  // The person's inbox was gone back too, and gets its message; what is due tomorrow still is.
  const left = await db()
    .select()
    .from(notificationDeliveries)
    .orderBy(notificationDeliveries.type, notificationDeliveries.dueAt);
  expect(left.map(({ type, status }) => [type, status])).toEqual([
    [1, "delivered"],
    [2, "skipped"],
    [2, "pending"],
    [3, "skipped"],
  ]);
  const [request] = await db().select().from(notificationRequests).where(eq(notificationRequests.id, requestId));
  expect(request?.status).toBe("done");
  const trail = await db().select().from(auditLog).where(eq(auditLog.action, "drop"));
  expect(trail.map(({ objectType }) => objectType).sort()).toEqual([
    "mail-log",
    "notification-request",
    "webhook-delivery",
  ]);
  const [mail] = await db().select().from(mailLog);
  expect(mail).toMatchObject({
    status: "fail",
    lastError: expect.stringContaining("dropped after the database was recovered"),
  });
  const [told] = await db().select().from(webhookDeliveries);
  expect((await call().webhookDeliveries.sendAgain({ id: told?.id ?? "" })).status).toBe("pending");
});

it("a mail of a notification that was in the outbox is dropped with its notification", async () => {
  await plant();
  const senders = sendersOf({}, true);
  await deliverDue(ctx(), 3, senders);
  const waiting = await waitingOutside(ctx());
  expect(waiting.filter(({ kind }) => kind === "mail").length).toBe(2);
  expect(await dropWaiting(ctx())).toBe(4);
  const open = and(eq(notificationDeliveries.status, "pending"), eq(notificationDeliveries.type, 3));
  expect(await db().$count(notificationDeliveries, open)).toBe(0);
});

it("what is sent all the same goes out a second time", async () => {
  await plant();
  got.length = 0;
  const before = pushes();
  await goBack(send);
  await send();
  expect([smtp.mails.length, pushes() - before, got.length]).toEqual([4, 2, 2]);
});

it("names files that rows miss, and files that neither a row nor the trail names", async () => {
  const store = folderStorage(folder);
  const key = (sign: string) => `${sign.repeat(40)}.webp`;
  const { id } = await call().vehicleBrands.create({ name: "Recovered" });
  for (const sign of ["a", "b", "c"]) await vehicleBrandService.setLogo({ ...ctx(), db: db() }, id, key(sign));
  const [here, away, strange] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  for (const [id, name] of [
    [here, "here.pdf"],
    [away, "away.pdf"],
  ] as const)
    await db().insert(files).values({ id, name, type: "application/pdf", size: 1, owner: "somebody" });
  // "a" is only named by the trail, "c" by a row, and nothing wrote "d".
  for (const name of [key("a"), key("d"), `${here}.file`, `${strange}.file`, "strange.txt"])
    await store.put(name, new Uint8Array([1]), "image/webp");
  const { missing, surplus } = await filesBesideRows(ctx(), store);
  expect(missing.sort()).toEqual([`${away}.file (away.pdf)`, `${key("c")} (vehicle_brands)`].sort());
  expect(surplus.sort()).toEqual([key("d"), `${strange}.file`, "strange.txt"].sort());
});
