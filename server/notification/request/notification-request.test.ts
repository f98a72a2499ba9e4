import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { notificationDeliveries, notificationRequests, notificationTemplates, platformPageTechs } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { english, french, makeRider, makeTemplate, notifications } from "../testing";

const { db } = useDatabase();
const ask = notifications(db);
const at = "/notification-request";

beforeEach(async () => {
  await db().delete(notificationDeliveries);
  await db().delete(notificationRequests);
  await db().delete(platformPageTechs);
  await db().delete(notificationTemplates);
  await seedBase(db());
});

const deliveries = (requestId: string) =>
  db().select().from(notificationDeliveries).where(eq(notificationDeliveries.requestId, requestId));
const adHoc = { notificationTitle: "Title", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"] };

it("is counted on the home page by what the apps are called", async () => {
  const [one, other] = [await makeRider(db()), await makeRider(db())];
  await ask("POST", at, { ...adHoc, emailUserDestList: [one.email, other.email], typeNotificationList: [1] });
  const gone = { keyPlatformTech: "GONE_APP" };
  await db().update(notificationDeliveries).set(gone).where(eq(notificationDeliveries.email, other.email));
  const { apps } = await appRouter.createCaller(staffCtx(db())).home.notifications();
  expect(apps.map(({ keyPlatformTech, label }) => [keyPlatformTech, label])).toEqual([
    ["GONE_APP", "GONE_APP"],
    ["RIDER_APP", "Rider app"],
  ]);
});

describe("a request", () => {
  it("becomes one delivery per person, app and type, each in its language", async () => {
    const { keyNotificationTemplate } = await makeTemplate(db());
    const { email } = await makeRider(db(), { languageId: french });
    const body = {
      keyNotificationTemplate,
      keyPlatformTechs: ["RIDER_APP", "PORTAL_WEB"],
      emailUserDestList: [email.toUpperCase(), email, "no address", "stranger@notify.test"],
      typeNotificationList: [1, 3],
      tokens: { name: "Ada" },
    };
    const sent = await ask("POST", at, body);
    expect([sent.status, sent.body]).toEqual([
      201,
      {
        id: expect.any(String),
        status: "pending",
        accepted: 2,
        rejected: [
          { email, reason: "duplicate" },
          { email: "no address", reason: "invalid_address" },
        ],
      },
    ]);
    const made = await deliveries(sent.body.id);
    expect(made).toHaveLength(8);
    const of = (who: string, type: number) => made.filter((one) => one.email === who && one.type === type);
    expect(of(email, 1)).toMatchObject([{ status: "pending", languageId: french }, { status: "pending" }]);
    expect(of("stranger@notify.test", 1)).toMatchObject(Array(2).fill({ status: "skipped", reason: "unknown_person" }));
    expect(of("stranger@notify.test", 3)).toMatchObject(Array(2).fill({ status: "pending", languageId: english }));
    const list = await ask(
      "GET",
      `${at}?emailUserDestList=${email}&keyPlatformTech=PORTAL_WEB&notificationTitle=hello`,
    );
    expect(list.body.items).toMatchObject([
      {
        keyNotificationTemplate,
        notificationTitle: "Hello {{name}}",
        status: "pending",
        recipients: 2,
        counts: { pending: 6, skipped: 2, sent: 0 },
      },
    ]);
    for (const [more, count] of [
      [`id=${sent.body.id.toUpperCase()}`, 1],
      [`id=${crypto.randomUUID()}`, 0],
      ["id=none", 0],
      [`keyNotificationTemplate=${keyNotificationTemplate}&email=${email}&receivedFrom=2020-01-01T00:00:00Z`, 1],
      ["receivedUntil=2020-01-01T00:00:00Z", 0],
    ] as const)
      expect([more, (await ask("GET", `${at}?${more}`)).body.items.length]).toEqual([more, count]);
    const detail = await ask("GET", `${at}/${sent.body.id}?keyPlatformTech=RIDER_APP&notificationType=3&limit=1`);
    expect(detail.body).toMatchObject({
      tokens: { name: "Ada" },
      deliveries: { meta: { totalItems: 2, itemCount: 1 }, items: [{ keyPlatformTech: "RIDER_APP", type: 3 }] },
    });
  });

  it.each([
    [
      "an unknown template",
      { keyNotificationTemplate: "nope", notificationTitle: undefined, notificationContent: undefined },
      422,
    ],
    ["a template beside words of its own", { keyNotificationTemplate: "nope" }, 422],
    ["neither", { notificationTitle: undefined }, 422],
    ["an unknown app", { keyPlatformTechs: ["NOPE"] }, 422],
    ["an unknown language", { languageId: "00000000-0000-7000-8000-00000000dead" }, 422],
    ["a missing token", { notificationTitle: "Hi {{name}}" }, 422],
    ["a token of only some", { notificationTitle: "{{name}}", tokensByEmail: { "A@b.test": { name: "A" } } }, 422],
    ["no good address", { emailUserDestList: ["x", ""] }, 422],
    ["no address", { emailUserDestList: [] }, 400],
    ["a type that is none", { typeNotificationList: [4] }, 400],
    ["a section in its text", { notificationContent: "{{#x}}y{{/x}}" }, 400],
  ])("with %s is refused and stores nothing", async (_, wrong, status) => {
    const refused = await ask("POST", at, { ...adHoc, emailUserDestList: ["a@b.test", "c@d.test"], ...wrong });
    expect(refused.status).toBe(status);
    expect(await db().$count(notificationRequests)).toBe(0);
  });

  it("is told of a person, the newest first, or of what one of their devices got", async () => {
    const { email } = await makeRider(db());
    await ask("POST", at, { ...adHoc, emailUserDestList: [email, "a@b.test"], typeNotificationList: [1, 2] });
    const got = { mobileDeviceIds: ["tablet", "phone"] };
    await db().update(notificationDeliveries).set(got).where(eq(notificationDeliveries.type, 2));
    const { notificationDeliveries: api } = appRouter.createCaller(staffCtx(db()));
    const typesOf = async (asked: { mobileDeviceId?: string; limit?: number }) => {
      const { items, hasMore } = await api.ofPerson({ email, ...asked });
      return [items.map(({ type }) => type).sort(), hasMore];
    };
    expect(await typesOf({})).toEqual([[1, 2], false]);
    expect(await typesOf({ limit: 1 })).toEqual([[expect.any(Number)], true]);
    expect(await typesOf({ mobileDeviceId: "phone" })).toEqual([[2], false]);
    expect(await typesOf({ mobileDeviceId: "watch" })).toEqual([[], false]);
  });

  it("takes each person's own tokens", async () => {
    const tokensByEmail = { "A@b.test": { name: "A" }, "c@d.test": { name: "C" } };
    const body = {
      ...adHoc,
      notificationTitle: "{{name}}",
      emailUserDestList: ["a@b.test", "c@d.test"],
      tokensByEmail,
    };
    const sent = await ask("POST", at, { ...body, typeNotificationList: [3] });
    expect(sent.status).toBe(201);
    const made = await deliveries(sent.body.id);
    expect(new Set(made.map(({ email, tokens }) => `${email} ${tokens?.name}`))).toEqual(
      new Set(["a@b.test A", "c@d.test C"]),
    );
  });

  it("of a template that is off, or has no words, is refused", async () => {
    const off = await makeTemplate(db(), { isActivated: false });
    const [empty] = await db()
      .insert(notificationTemplates)
      .values({ keyNotificationTemplate: "empty", labelNotificationTemplate: "Empty", isPublic: true })
      .returning();
    for (const { keyNotificationTemplate } of [off, empty ?? off]) {
      const body = { keyNotificationTemplate, keyPlatformTechs: ["RIDER_APP"], tokens: { name: "A" } };
      expect((await ask("POST", at, { ...body, emailUserDestList: ["a@b.test"] })).status).toBe(422);
    }
  });

  it("that is sent again under one Idempotency-Key is one request", async () => {
    const body = { ...adHoc, emailUserDestList: ["a@b.test"] };
    const key = { "idempotency-key": "one" };
    const both = await Promise.all([ask("POST", at, body, key), ask("POST", at, body, key)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(both.map(({ text }) => text)).size).toBe(1);
    expect(await db().$count(notificationRequests)).toBe(1);
  });

  it("for later can be taken back, and one that has begun cannot", async () => {
    const api = appRouter.createCaller(staffCtx(db())).notificationRequests;
    const body = { ...adHoc, emailUserDestList: ["a@b.test"], dtPrepareSent: "2200-01-01T00:00:00Z", ttlSeconds: 60 };
    const { id, status } = await api.send(body);
    expect(status).toBe("scheduled");
    expect(await api.get({ id })).toMatchObject({ expiresAt: "2200-01-01T00:01:00.000Z" });
    expect((await ask("GET", `${at}?dtPrepareSent=2200-01-01`)).body.items).toHaveLength(1);
    expect(await api.cancel({ id })).toMatchObject({ status: "cancelled", counts: { pending: 0, skipped: 3 } });
    expect((await failure(api.cancel({ id }))).status).toBe(422);
    await db().update(notificationRequests).set({ status: "processing" });
    expect((await failure(api.cancel({ id }))).status).toBe(422);
  });

  it("for later is moved or sent now with what it is worth, and one that has begun is not", async () => {
    const api = appRouter.createCaller(staffCtx(db())).notificationRequests;
    const body = { ...adHoc, emailUserDestList: ["a@b.test"], dtPrepareSent: "2200-01-01T00:00:00Z", ttlSeconds: 60 };
    const { id } = await api.send(body);
    const due = async () => [...new Set((await deliveries(id)).map(({ dueAt }) => dueAt))];
    const at = "2200-03-29T01:00:00.000Z";
    expect(await api.move({ id, dtPrepareSent: at })).toMatchObject({ status: "scheduled", dtPrepareSent: at });
    expect(await api.get({ id })).toMatchObject({ expiresAt: "2200-03-29T01:01:00.000Z" });
    expect(await due()).toContain(at);
    expect((await failure(api.move({ id, dtPrepareSent: at, ifMatch: '"1"' }))).status).toBe(412);
    const now = await api.move({ id, dtPrepareSent: null });
    expect(now.status).toBe("pending");
    expect(Math.abs(Date.parse(now.dtPrepareSent ?? "") - Date.now())).toBeLessThan(60_000);
    expect(await due()).toContain(now.dtPrepareSent);
    // A worker that holds one of its deliveries may be sending it.
    await db().update(notificationDeliveries).set({ claimedUntil: "2200-01-01T00:00:00Z" });
    expect((await failure(api.move({ id, dtPrepareSent: at }))).status).toBe(422);
    expect(await due()).toContain(now.dtPrepareSent);
    await db().update(notificationRequests).set({ status: "processing" });
    expect((await failure(api.move({ id, dtPrepareSent: at }))).status).toBe(422);
  });

  it("is called by its template, or by its title with its values", async () => {
    const { keyNotificationTemplate } = await makeTemplate(db(), { labelNotificationTemplate: "Battery is low" });
    const { notificationRequests: api } = appRouter.createCaller(staffCtx(db()));
    const to = { keyPlatformTechs: ["RIDER_APP"], emailUserDestList: ["a@b.test"] };
    await api.send({ ...to, keyNotificationTemplate, tokens: { name: "Ada" } });
    const words = { notificationTitle: "{{level}} % of {{name}}", notificationContent: "Text" };
    await api.send({ ...to, ...words, tokens: { level: "5" }, tokensByEmail: { "a@b.test": { name: "Ada" } } });
    const labels = async (label?: string) => (await api.list({ label })).items.map((one) => one.label).sort();
    expect(await labels()).toEqual(["5 % of …", "Battery is low"]);
    expect(await labels("battery")).toEqual(["Battery is low"]);
    expect(await labels("% of")).toEqual(["5 % of …"]);
  });

  it("to 10,000 people is stored whole", async () => {
    const emailUserDestList = Array.from({ length: 10_000 }, (_, n) => `many${n}@notify.test`);
    const sent = await ask("POST", at, { ...adHoc, emailUserDestList, typeNotificationList: [3] });
    expect(sent.body).toMatchObject({ accepted: 10_000, rejected: [] });
    expect(await db().$count(notificationDeliveries)).toBe(10_000);
  });

  it("to 10,000 odd addresses is answered with each of them rejected", async () => {
    const odd = [
      "",
      " ",
      "@",
      "a@",
      "@b",
      "a b@c.de",
      "a@b",
      "\u0000@b.test",
      "ä@ö",
      "x".repeat(300),
      "a@b..c",
      "a@-b.c\n",
    ];
    const emailUserDestList = Array.from({ length: 9_999 }, (_, n) => `${odd[n % odd.length]}${n % 2 ? "" : " "}`);
    const sent = await ask("POST", at, { ...adHoc, emailUserDestList: [...emailUserDestList, "good@notify.test"] });
    expect([sent.status, sent.body.accepted, sent.body.rejected.length]).toEqual([201, 1, 9_999]);
  });
});
