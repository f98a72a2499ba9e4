import { eq, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  notificationDevices,
  notificationPlatformTechs,
  notificationPortals,
  notificationRequests as requests,
  notificationDeliveries as table,
  userOptins,
  users,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { patienceMs, scaled } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { endLive, liveDoor } from "@/server/doors/live";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { inboxTopic } from "../inbox/inbox-live-topic";
import { fcmSender } from "../sender/fcm-sender";
import { sendersOf } from "../sender/senders";
import { type Answering, fcmAccount, startProvider } from "../sender/testing";
import { asPerson, english, french, german, makeRider, notifications, riderApp } from "../testing";
import { startDeliveries } from "./delivery-loop.service";

// One request to 200 people, from the lists of apps to the last of their stories (issue 14, section 5), by the REST API.

const { db } = useDatabase();
const ask = notifications(db);
let google: Awaited<ReturnType<typeof startProvider>>;
let deliveries: ReturnType<typeof startDeliveries> | undefined;

beforeEach(async () => {
  await seedBase(db());
  await db().delete(table);
  await db().delete(requests);
  await db().delete(notificationDevices);
  google = await startProvider();
});
afterEach(async () => {
  await deliveries?.stop();
  endLive();
  google.close();
});

async function made(path: string, body: object) {
  const answer = await ask("POST", path, body);
  expect([path, answer.status < 300 ? "made" : answer.text]).toEqual([path, "made"]);
  return answer.body;
}

/** The lists of portals and apps, a page, a template in three languages that leads to it. */
async function prepareTemplate() {
  const portals = await db().select().from(notificationPortals);
  const techs = await db().select().from(notificationPlatformTechs);
  await made("/internals/portals/sync", { items: portals });
  await made("/internals/platform-techs/sync", { items: techs });
  const page = await made("/admin/platform-page-tech", {
    keyPlatformPageTech: "story-battery",
    labelPlatformPage: "Battery",
    platformTechId: riderApp.id,
    tokensLabelList: "firstName, level",
    descLink: "persdesk://battery/{{level}}",
    isActivated: true,
  });
  const about = { keyNotificationTemplate: "story", labelNotificationTemplate: "Story", isPublic: true };
  const template = await made("/admin/notification-template", about);
  const of = { noticationTemplateId: template.id };
  await made("/admin/notification-template-tech", {
    ...of,
    platformPageTechId: page.id,
    platformTechId: riderApp.id,
  });
  const words = { [english]: "left", [french]: "restants", [german]: "übrig" };
  for (const [languageId, word] of Object.entries(words))
    await made("/admin/notification-template-content", {
      ...of,
      languageId,
      notificationTitle: `{{level}} % ${word}`,
      notificationContent: `{{firstName}}: {{level}} % ${word}`,
    });
}

const count = 200;
type Kind = "opted out" | "asleep" | "without a device" | "refused" | "plain";
/** What a person is like, by their number; the first is the rider whose bell is listened to. */
function kindOf(n: number): Kind {
  if (n > 0 && n <= 20) return "opted out";
  if (n > 20 && n <= 40) return "asleep";
  if (n > 40 && n <= 60) return "without a device";
  return n > 60 && n <= 70 ? "refused" : "plain";
}
const emailOf = (n: number) => (n === 0 ? "rider@persdesk.demo" : `story${n}@notify.test`);

/** People in three languages, with phones; some opted out, some asleep, some without a phone. */
async function preparePeople() {
  const rider = await makeRider(db(), { email: emailOf(0), languageId: german });
  const languages = [english, french, german];
  const people = await db()
    .insert(users)
    .values(
      Array.from({ length: count - 1 }, (_, n) => ({
        email: emailOf(n + 1),
        firstName: "St",
        lastName: "Ory",
        type: "Rider" as const,
        status: "active" as const,
        languageId: languages[(n + 1) % 3],
      })),
    )
    .returning({ id: users.id });
  const optin = { platformTechKey: "RIDER_APP" };
  await db()
    .insert(userOptins)
    .values(
      people.flatMap(({ id: userId }, n): (typeof userOptins.$inferInsert)[] => {
        if (kindOf(n + 1) === "opted out") return [{ ...optin, userId, pushNotifications: false }];
        return kindOf(n + 1) === "asleep" ? [{ ...optin, userId, quietFrom: "00:00", quietTo: "23:59" }] : [];
      }),
    );
  const phoneOf = (email: string) => ({
    email,
    keyPlatformTech: "RIDER_APP",
    mobileDeviceId: "phone",
    token: `token ${email}`,
    os: 1,
  });
  await made("/users/devices", phoneOf(rider.email));
  const others = Array.from({ length: count - 1 }, (_, n) => n + 1).filter((n) => kindOf(n) !== "without a device");
  await db()
    .insert(notificationDevices)
    .values(others.map((n) => phoneOf(emailOf(n))));
  return rider;
}

/** What the bell of a person is told. */
async function listen(rider: Awaited<ReturnType<typeof makeRider>>) {
  const request = new Request(`http://localhost${inboxTopic.path}RIDER_APP`);
  const actor = asPerson(db(), rider);
  const door = liveDoor(
    {
      screenActor: async () => actor,
      liveSessions: async (ids) => new Set(ids),
      database: db,
      appUrl: "http://localhost",
    },
    inboxTopic,
  );
  const response = await door({ request, url: new URL(request.url), requestId: "test", ip: null });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const told: number[] = [];
  void (async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      for (const [, unread] of piece.value.matchAll(/"count":(\d+)/g)) told.push(Number(unread));
  })();
  await vi.waitFor(() => expect(told).toEqual([0]), patienceMs);
  return told;
}

const refusing: Answering = ({ body }) => {
  const { token } = JSON.parse(body).message as { token: string };
  const n = Number(/story(\d+)@/.exec(token)?.[1] ?? 0);
  return { status: kindOf(n) === "refused" ? 400 : 200 };
};

test("the story of 200 people adds up", async () => {
  await prepareTemplate();
  const rider = await preparePeople();
  const told = await listen(rider);
  google.answer(() => ({ status: 503 }));
  const fcm = fcmSender({ account: fcmAccount(google.origin), url: google.origin });
  deliveries = startDeliveries(sendersOf({ fcm }, false));

  const emails = Array.from({ length: count }, (_, n) => emailOf(n));
  const begun = Date.now();
  const body = {
    keyNotificationTemplate: "story",
    keyPlatformTechs: ["RIDER_APP"],
    typeNotificationList: [1, 2],
    emailUserDestList: emails,
    tokens: { level: "12" },
    tokensByEmail: Object.fromEntries(emails.map((email, n) => [email, { firstName: `Person ${n}` }])),
  };
  const key = { "idempotency-key": "the story" };
  const [first, again] = [
    await ask("POST", "/notification-request", body, key),
    await ask("POST", "/notification-request", body, key),
  ];
  expect([first.status, first.body.accepted, again.body.id]).toEqual([201, count, first.body.id]);
  const { id } = first.body as { id: string };

  // The bell rings while the provider of pushes is away.
  await vi.waitFor(() => expect(told.at(-1)).toBe(1), { timeout: patienceMs, interval: 20 });
  expect(Date.now() - begun).toBeLessThan(scaled(10_000, 2_000));
  const left = (...kinds: Kind[]) => {
    const some = emails.filter((_, n) => kinds.includes(kindOf(n)));
    return db().$count(table, sql`${eq(table.status, "pending")} and ${inArray(table.email, some)}`);
  };
  await vi.waitFor(async () => expect(await left("opted out", "without a device")).toBe(0), patienceMs);
  expect(await left("plain", "refused")).toBe(count - 60);
  const api = appRouter.createCaller(staffCtx(db()));
  const breaker = async () => (await api.notificationSenders.overview()).senders.find((one) => one.sender === "fcm");
  await vi.waitFor(async () => expect((await breaker())?.breaker?.pausedUntil).toEqual(expect.any(String)), {
    timeout: patienceMs,
    interval: 200,
  });

  // The provider is back, and refuses ten phones; the clock goes on meanwhile.
  google.answer(refusing);
  // Rows that the worker holds are left: two that wait for each other would be this test's doing.
  const waiting = sql`select id from ${table} where status = 'pending' for update skip locked`;
  const goOn = () => db().update(table).set({ dueAt: sql`now()` }).where(sql`${table.id} in (${waiting})`);
  const over = async (...kinds: Kind[]) => {
    await goOn();
    expect(await left(...kinds)).toBe(0);
  };
  await vi.waitFor(() => over("plain", "refused"), { timeout: patienceMs, interval: 500 });
  const dead = await api.notificationDeliveries.list({ requestId: id, status: "failed", limit: 100 });
  expect(dead.items.map(({ email }) => kindOf(emails.indexOf(email)))).toEqual(Array(10).fill("refused"));

  // What is dead is sent again, and who slept wakes up.
  google.answer(() => ({ status: 200 }));
  expect(await api.notificationRequests.resend({ id })).toEqual({ queued: 10, skipped: 0 });
  await db().update(userOptins).set({ quietFrom: null, quietTo: null });
  await vi.waitFor(() => over("plain", "refused", "asleep"), { timeout: patienceMs, interval: 500 });
  await vi.waitFor(async () => expect((await api.notificationRequests.get({ id })).status).toBe("done"), patienceMs);

  const { counts } = await api.notificationRequests.get({ id });
  expect(counts).toEqual({ pending: 0, sent: count - 40, delivered: count, opened: 0, failed: 0, skipped: 40 });
  const words = { [english]: "left", [french]: "restants", [german]: "übrig" };
  const events: Record<Kind, (events: string[]) => void> = {
    "opted out": (all) => expect(all).toEqual(["asked", "skipped"]),
    "without a device": (all) => expect(all).toEqual(["asked", "skipped"]),
    asleep: (all) => expect([...new Set(all)]).toEqual(["asked", "deferred", "sent"]),
    refused: (all) => expect(all.slice(-3)).toEqual(["failed", "sent again", "sent"]),
    plain: (all) => expect([all[0], all.at(-1)]).toEqual(["asked", "sent"]),
  };
  for (const [n, email] of emails.entries()) {
    const { items } = await api.notificationDeliveries.ofPerson({ email });
    const [inApp, push] = [1, 2].map((type) => items.find((one) => one.type === type));
    expect([items.length, inApp?.status, inApp?.story.map(({ event }) => event)]).toEqual([
      2,
      "delivered",
      ["asked", "delivered"],
    ]);
    const languageId = n === 0 ? german : ([english, french, german][n % 3] ?? "");
    expect(inApp?.title).toBe(`12 % ${words[languageId]}`);
    events[kindOf(n)](push?.story.map(({ event }) => event) ?? []);
    // What was said last is how it stands, and nothing was said before what came before it.
    expect(push?.story.at(-1)?.event).toBe(push?.status);
    const times = push?.story.map(({ at }) => at) ?? [];
    expect(times).toEqual([...times].sort());
  }
  const devices = await api.userDevices.list({ emailList: [rider.email] });
  expect(devices.items[0]?.devices).toMatchObject([{ mobileDeviceId: "phone", lastSuccessAt: expect.any(String) }]);
  await deliveries.stop(); // with its last report
  expect((await breaker())?.day).toMatchObject({ accepted: count - 40, refused: 10, gone: 0 });
});
