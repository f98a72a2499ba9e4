import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  mailLog,
  notificationDevices,
  notificationTemplateContents,
  notificationRequests as requests,
  notificationDeliveries as table,
  userOptins,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { deliverMail } from "@/server/operations/mail-delivery/mail-delivery.service";
import { smtpSender } from "@/server/platform/mail/mail-sender.service";
import { startSmtpServer } from "@/server/platform/mail/testing";
import { appRouter } from "@/server/root";
import { fcmSender } from "../sender/fcm-sender";
import { sendersOf } from "../sender/senders";
import { type Answering, fcmAccount, startProvider } from "../sender/testing";
import { french, makeRider, makeTemplate, notifications } from "../testing";
import { endIdleRequests } from "./delivery-claim.service";
import { startDeliveries } from "./delivery-loop.service";
import { deliverDue } from "./delivery-round.service";

const { db } = useDatabase();
const ask = notifications(db);
const ctx = () => systemCtx("worker");
let google: Awaited<ReturnType<typeof startProvider>>;
let senders: ReturnType<typeof sendersOf>;

beforeEach(async () => {
  await seedBase(db());
  await db().delete(table);
  await db().delete(requests);
  await db().delete(notificationDevices);
  await db().delete(mailLog);
  google = await startProvider();
  senders = sendersOf({ fcm: fcmSender({ account: fcmAccount(google.origin), url: google.origin }) }, true);
});
afterEach(() => google.close());

/** Somebody with an Android phone. */
async function withPhone(fields: Parameters<typeof makeRider>[1] = {}, os = 1) {
  const rider = await makeRider(db(), fields);
  const device = { email: rider.email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "phone", token: `t ${rider.id}` };
  await db()
    .insert(notificationDevices)
    .values({ ...device, os });
  return rider;
}
const wants = (userId: string, fields: Partial<typeof userOptins.$inferInsert>) =>
  db()
    .insert(userOptins)
    .values({ userId, platformTechKey: "RIDER_APP", ...fields });

async function send(emails: string[], types: number[], more: object = {}) {
  const body = { notificationTitle: "Title", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"] };
  const made = await ask("POST", "/notification-request", {
    ...body,
    emailUserDestList: emails,
    typeNotificationList: types,
    ...more,
  });
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return made.body.id as string;
}
const templated = (key: string) => ({
  keyNotificationTemplate: key,
  notificationTitle: undefined,
  notificationContent: undefined,
  tokens: { name: "Ada & Bo" },
});
const one = async (requestId: string) => {
  const rows = await db().select().from(table).where(eq(table.requestId, requestId));
  return rows.length === 1 && rows[0] ? rows[0] : expect.fail(`${rows.length} deliveries`);
};
const statusOf = async (id: string) => (await db().select().from(requests).where(eq(requests.id, id)))[0]?.status;
const soon = () =>
  db().update(table).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(table.status, "pending"));
const always =
  (status: number, headers: Record<string, string> = {}): Answering =>
  () => ({ status, headers });

describe("what a database without room interrupts", () => {
  it.each([
    ["an in-app message", 1, { status: "delivered" }],
    ["a push that is not wanted", 2, { status: "skipped" }],
    ["a mail", 3, { status: "pending" }],
  ] as const)("is claimed again at once: %s", async (_, type, outcome) => {
    const rider = await makeRider(db());
    if (type === 2) await wants(rider.id, { pushNotifications: false });
    const id = await send([rider.email], [type]);
    await db().execute(sql`
      create function refuse_outcome() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
    await db().execute(sql`
      create trigger fault before update of status on notification.deliveries execute function refuse_outcome()`);
    try {
      await expect(deliverDue(ctx(), type, senders)).rejects.toThrow();
    } finally {
      await db().execute(sql`drop function refuse_outcome cascade`);
    }
    expect(await one(id)).toMatchObject({ status: "pending", story: [], claimedUntil: expect.any(String) });
    expect(await deliverDue(ctx(), type, senders)).toBe(1);
    expect(await one(id)).toMatchObject({ ...outcome, claimedUntil: null, story: [expect.anything()] });
    expect(await deliverDue(ctx(), type, senders)).toBe(0);
    expect((await db().select().from(mailLog)).length).toBe(type === 3 ? 1 : 0);
  });
});

describe("in-app", () => {
  it("is in the inbox in the person's language, with what it fell back to told", async () => {
    const { keyNotificationTemplate } = await makeTemplate(db());
    const rider = await makeRider(db(), { languageId: french });
    const id = await send([rider.email], [1], templated(keyNotificationTemplate));
    expect(await deliverDue(ctx(), 1, senders)).toBe(1);
    expect(await one(id)).toMatchObject({
      status: "delivered",
      inAppStatus: 1,
      title: "Bonjour Ada & Bo",
      content: "Salut Ada & Bo",
      link: "persdesk://home/Ada%20%26%20Bo",
      contentLanguageId: french,
      isFallback: false,
      story: [{ event: "delivered" }],
    });
    expect(await statusOf(id)).toBe("done");
    await db().delete(notificationTemplateContents).where(eq(notificationTemplateContents.languageId, french));
    const other = await send([rider.email], [1], templated(keyNotificationTemplate));
    await deliverDue(ctx(), 1, senders);
    expect(await one(other)).toMatchObject({ title: "Hello Ada & Bo", isFallback: true });
  });

  it("beyond the cap of an hour waits until that hour is over, unless it is urgent", async () => {
    const rider = await makeRider(db());
    env.NOTIFICATION_HOURLY_CAP = 2;
    try {
      for (let n = 0; n < 3; n++) await send([rider.email], [1]);
      const urgent = await makeTemplate(db(), { isUrgent: true });
      await send([rider.email], [1], templated(urgent.keyNotificationTemplate));
      await deliverDue(ctx(), 1, senders);
    } finally {
      env.NOTIFICATION_HOURLY_CAP = 20;
    }
    const rows = await db().select().from(table).orderBy(table.id);
    expect(rows.map(({ status }) => status)).toEqual(["delivered", "delivered", "pending", "delivered"]);
    expect(rows[2]).toMatchObject({ reason: "hourly_cap", story: [{ event: "deferred" }] });
    expect(Date.parse(rows[2]?.dueAt ?? "") - Date.now()).toBeGreaterThan(3_500_000);
  });
});

describe("push", () => {
  it("goes to the phone with an id that stays, and an opted out, unknown or phoneless person is skipped with the reason", async () => {
    const [rider, out] = [await withPhone(), await withPhone()];
    const none = await makeRider(db());
    await wants(out.id, { pushNotifications: false });
    const id = await send([rider.email, out.email, none.email, "nobody@notify.test"], [2]);
    await deliverDue(ctx(), 2, senders);
    const rows = await db().select().from(table).where(eq(table.requestId, id));
    const by = (email: string) => rows.find((row) => row.email === email);
    expect(by(rider.email)).toMatchObject({ status: "sent", tries: 1, mobileDeviceIds: ["phone"], reason: null });
    expect(by(out.email)).toMatchObject({ status: "skipped", reason: "opted_out" });
    expect(by(none.email)).toMatchObject({ status: "skipped", reason: "no_device" });
    expect(by("nobody@notify.test")).toMatchObject({ status: "skipped", reason: "unknown_person" });
    expect(google.asked.map(({ body }) => JSON.parse(body).message.data.id)).toEqual([by(rider.email)?.id]);
    expect(await statusOf(id)).toBe("done");
    expect((await db().select().from(notificationDevices)).filter(({ lastSuccessAt }) => lastSuccessAt)).toHaveLength(
      1,
    );
  });

  it.each([59, 61])(
    "marks that a device got something to the hour, %i minutes after the last time",
    async (minutes) => {
      const { email } = await withPhone();
      const lastSuccessAt = new Date(Date.now() - minutes * 60_000).toISOString();
      await db().update(notificationDevices).set({ lastSuccessAt });
      await send([email], [2]);
      await deliverDue(ctx(), 2, senders);
      expect(google.asked).toHaveLength(1);
      const [device] = await db().select().from(notificationDevices);
      expect(device?.lastSuccessAt === lastSuccessAt).toBe(minutes < 60);
    },
  );

  it("is tried again as the provider asks, eight times in all, and then lies among the failed", async () => {
    const { email } = await withPhone();
    google.answer(always(429, { "retry-after": "77" }));
    const id = await send([email], [2]);
    await deliverDue(ctx(), 2, senders);
    const first = await one(id);
    expect(first).toMatchObject({ status: "pending", tries: 1, story: [{ event: "tried" }] });
    expect(Math.round((Date.parse(first.dueAt) - Date.now()) / 1000)).toBeGreaterThan(70);
    for (let n = 0; n < 20 && (await one(id)).status === "pending"; n++) {
      senders = sendersOf(senders.push, true); // with a breaker that has seen nothing
      await soon();
      await deliverDue(ctx(), 2, senders);
    }
    expect(google.asked).toHaveLength(8);
    expect(await one(id)).toMatchObject({ status: "failed", tries: 8, reason: expect.stringContaining("429") });
    expect(await statusOf(id)).toBe("failed");
  });

  it("that gave up is sent again, one or all of a request, and its story tells it all", async () => {
    const emails = [(await withPhone()).email, (await withPhone()).email];
    google.answer(always(400));
    const id = await send(emails, [2]);
    await deliverDue(ctx(), 2, senders);
    expect(await statusOf(id)).toBe("failed");
    const api = appRouter.createCaller(staffCtx(db()));
    const { items } = await api.notificationDeliveries.list({ requestId: id, status: "failed" });
    const [first] = items;
    google.answer(always(200));
    expect(await api.notificationDeliveries.resend({ ids: [first?.id ?? ""] })).toEqual({ queued: 1, skipped: 0 });
    expect(await statusOf(id)).toBe("processing");
    await deliverDue(ctx(), 2, senders);
    expect(await statusOf(id)).toBe("partial");
    expect(await api.notificationDeliveries.resend({ ids: [first?.id ?? ""] })).toEqual({ queued: 0, skipped: 1 });
    expect(await api.notificationRequests.resend({ id })).toEqual({ queued: 1, skipped: 0 });
    await deliverDue(ctx(), 2, senders);
    expect(await statusOf(id)).toBe("done");
    const { story } = await api.notificationDeliveries.get({ id: first?.id ?? "" });
    expect(story.map(({ event }) => event)).toEqual(["asked", "failed", "sent again", "sent"]);
  });

  it("to a token that is gone removes it", async () => {
    const { email } = await withPhone();
    google.answer(always(404));
    const id = await send([email], [2]);
    await deliverDue(ctx(), 2, senders);
    expect(await one(id)).toMatchObject({ status: "skipped", reason: "no_device" });
    expect(await db().$count(notificationDevices)).toBe(0);
  });

  it("that is refused for good is final at once", async () => {
    const { email } = await withPhone();
    google.answer(always(400));
    const id = await send([email], [2]);
    await deliverDue(ctx(), 2, senders);
    expect(await one(id)).toMatchObject({ status: "failed", tries: 1 });
  });

  it("to a phone whose sender is off is skipped with that reason, never sent", async () => {
    const { email } = await withPhone({}, 2);
    const id = await send([email], [2]);
    await deliverDue(ctx(), 2, senders);
    expect(await one(id)).toMatchObject({ status: "skipped", reason: "sender_off: apns", sentAt: null });
  });

  it("goes to each of a person's phones once, although one of them is tried again", async () => {
    const { email } = await withPhone();
    const other = { email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "tablet", token: "tablet", os: 1 };
    await db().insert(notificationDevices).values(other);
    google.answer(({ body }, n) => ({ status: body.includes("tablet") && n < 3 ? 503 : 200 }));
    const id = await send([email], [2]);
    await deliverDue(ctx(), 2, senders);
    expect(await one(id)).toMatchObject({ status: "pending", mobileDeviceIds: ["phone"] });
    await soon();
    await deliverDue(ctx(), 2, senders);
    expect(await one(id)).toMatchObject({ status: "sent", mobileDeviceIds: ["phone", "tablet"] });
    expect(google.asked.map(({ body }) => JSON.parse(body).message.token).sort()).toEqual(
      ["tablet", "tablet", expect.stringMatching(/^t /)].sort(),
    );
  });

  it("waits while a provider is away: nothing is lost, nothing is hammered, nothing costs a try", async () => {
    const emails: string[] = [];
    for (let n = 0; n < 30; n++) emails.push((await withPhone()).email);
    const id = await send(emails, [2]);
    const { port } = google;
    google.close();
    for (let n = 0; n < 4; n++) await deliverDue(ctx(), 2, senders);
    const rows = await db().select().from(table).where(eq(table.requestId, id));
    expect(new Set(rows.map(({ status, tries }) => `${status} ${tries}`))).toEqual(new Set(["pending 0"]));
    expect(await deliverDue(ctx(), 2, senders)).toBe(0); // all of them wait for the breaker
    google = await startProvider();
    expect(port).not.toBe(google.port);
    senders = sendersOf({ fcm: fcmSender({ account: fcmAccount(google.origin), url: google.origin }) }, true);
    await soon();
    while (await deliverDue(ctx(), 2, senders));
    expect(google.asked).toHaveLength(30);
    expect(await statusOf(id)).toBe("done");
  });

  it("of two workers at once goes out once", async () => {
    const emails: string[] = [];
    for (let n = 0; n < 60; n++) emails.push((await withPhone()).email);
    google.answer(() => ({ status: 200, after: 5 }));
    const id = await send(emails, [2]);
    const drain = async () => {
      while (await deliverDue(ctx(), 2, senders));
    };
    await Promise.all([drain(), drain(), drain()]);
    expect(google.asked).toHaveLength(60);
    expect(await statusOf(id)).toBe("done");
  });

  it("that is due later goes out in the order of the times, to the second, and an urgent one first", async () => {
    const { email } = await withPhone();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const [third, second] = [
      await send([email], [2], { dtPrepareSent: at(3) }),
      await send([email], [2], { dtPrepareSent: at(2) }),
    ];
    const urgent = await makeTemplate(db(), { isUrgent: true });
    expect(await deliverDue(ctx(), 2, senders)).toBe(0);
    expect(await statusOf(second)).toBe("scheduled");
    const first = await send([email], [2], { ...templated(urgent.keyNotificationTemplate), dtPrepareSent: at(4) });
    await db().update(table).set({ dueAt: sql`due_at - interval '1 hour'` });
    senders = { ...senders, inFlight: 1 };
    while (await deliverDue(ctx(), 2, senders));
    const order = google.asked.map(({ body }) => JSON.parse(body).message.data.id);
    expect(order).toEqual([(await one(first)).id, (await one(second)).id, (await one(third)).id]);
  });

  it("after its time to live is skipped", async () => {
    const { email } = await withPhone();
    const id = await send([email], [2], { ttlSeconds: 1 });
    await db().update(requests).set({ expiresAt: "2020-01-01T00:00:00.000Z" });
    await deliverDue(ctx(), 2, senders);
    expect(await one(id)).toMatchObject({ status: "skipped", reason: "expired" });
    expect(google.asked).toHaveLength(0);
  });

  it("of a template that was poisoned behind our back fails alone", async () => {
    const [rider, other] = [await withPhone(), await withPhone()];
    const { keyNotificationTemplate, id: templateId } = await makeTemplate(db());
    const poisoned = await send([rider.email], [2], templated(keyNotificationTemplate));
    await db()
      .update(notificationTemplateContents)
      .set({ notificationContent: "{{#name}}" })
      .where(eq(notificationTemplateContents.noticationTemplateId, templateId));
    const good = await send([other.email], [2]);
    await deliverDue(ctx(), 2, senders);
    expect(await one(poisoned)).toMatchObject({ status: "failed", reason: expect.stringContaining("not rendered") });
    expect((await one(good)).status).toBe("sent");
  });
});

describe("e-mail", () => {
  it("goes through the outbox, whose result moves the delivery; the mail client can unsubscribe by one click", async () => {
    const smtp = await startSmtpServer();
    const mailer = smtpSender(smtp.url);
    const { keyNotificationTemplate } = await makeTemplate(db());
    const id = await send(["stranger@notify.test"], [3], templated(keyNotificationTemplate));
    await deliverDue(ctx(), 3, senders);
    expect(await one(id)).toMatchObject({ status: "pending", story: [{ event: "queued" }] });
    expect(await deliverDue(ctx(), 3, senders)).toBe(0);
    const [mail] = await db().select().from(mailLog);
    expect(JSON.stringify({ ...mail, secrets: null })).not.toContain("/api/unsubscribe/");
    await deliverMail(ctx(), mail?.id ?? "", mailer.send);
    expect(await one(id)).toMatchObject({ status: "delivered", deliveredAt: expect.any(String) });
    await endIdleRequests(ctx());
    expect(await statusOf(id)).toBe("done");
    const [got] = smtp.mails;
    expect(got?.subject).toBe("Hello Ada & Bo");
    expect(got?.html).toContain("Ada &amp; Bo");
    const list = got?.headers.get("list") as { unsubscribe?: { url?: string } };
    const link = list.unsubscribe?.url ?? "";
    expect(link).toMatch(/\/api\/unsubscribe\/[\w-]+$/);
    expect(got?.text).toContain(link);
    mailer.close();
    await smtp.close();
  });

  it("without a mail server is skipped with that reason", async () => {
    const id = await send(["stranger@notify.test"], [3]);
    await deliverDue(ctx(), 3, sendersOf({}, false));
    expect(await one(id)).toMatchObject({ status: "skipped", reason: "sender_off: smtp" });
    expect(await db().$count(mailLog)).toBe(0);
  });

  it("that gave up in the outbox fails with its reason", async () => {
    const id = await send(["stranger@notify.test"], [3]);
    await deliverDue(ctx(), 3, senders);
    await db().update(mailLog).set({ tries: 7 });
    const [mail] = await db().select().from(mailLog);
    await deliverMail(ctx(), mail?.id ?? "", () => Promise.reject(new Error("550 no such mailbox")));
    expect(await one(id)).toMatchObject({ status: "failed", reason: "550 no such mailbox", tries: 8 });
  });
});

it("a worker that is told to stop lets what is in flight finish, and ends", async () => {
  const { email } = await withPhone();
  google.answer(() => ({ status: 200, after: 100 }));
  const id = await send([email], [2]);
  const deliveries = startDeliveries(senders);
  await expect.poll(() => google.asked.length).toBe(1);
  let isStopped = false;
  void deliveries.stop().then(() => {
    isStopped = true;
  });
  await expect.poll(() => isStopped).toBe(true);
  expect(await one(id)).toMatchObject({ status: "sent", claimedUntil: null });
});
