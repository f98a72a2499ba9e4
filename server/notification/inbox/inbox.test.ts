import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { notificationDeliveries, notificationRequests } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { deliveryService } from "../request/notification-delivery.service";
import { asPerson, english, french, makeRider, makeTemplate, notifications } from "../testing";
import { inboxService } from "./inbox.service";

const { db } = useDatabase();
const asKey = notifications(db);

type Rider = Awaited<ReturnType<typeof makeRider>>;
let rider: Rider;
let other: Rider;
beforeEach(async () => {
  await seedBase(db());
  await db().delete(notificationDeliveries);
  rider = await makeRider(db());
  other = await makeRider(db());
});

/** A message that was sent. */
async function sent(email: string, values: Partial<typeof notificationDeliveries.$inferInsert> = {}) {
  const { keyNotificationTemplate } = await makeTemplate(db());
  const [request] = await db()
    .insert(notificationRequests)
    .values({
      keyNotificationTemplate,
      notificationTitle: "Hello {{name}}",
      notificationContent: "Good day, {{name}}",
      keyPlatformTechs: ["RIDER_APP"],
      typeNotificationList: [1],
      tokens: { name: "<i>Ada</i>" },
      status: "done",
      recipients: 1,
    })
    .returning();
  const now = new Date().toISOString();
  const [row] = await db()
    .insert(notificationDeliveries)
    .values({
      requestId: request?.id ?? "",
      email,
      keyPlatformTech: "RIDER_APP",
      type: 1,
      languageId: english,
      title: "Hello Ada",
      content: "Good day, Ada",
      status: "delivered",
      dueAt: now,
      sentAt: now,
      inAppStatus: 1,
      ...values,
    })
    .returning();
  if (!row) throw new Error("no delivery");
  return row;
}

const inbox = (email: string, more = "") => `/notification-in-app?email=${email}&keyPlatformTech=RIDER_APP${more}`;
const count = (email: string) => `/notification-in-app/count?email=${email}&keyPlatformTech=RIDER_APP`;

describe("in-app messages", () => {
  it("are for the person of that very address, for staff with the right and for keys", async () => {
    await sent(rider.email);
    const mine = notifications(db, asPerson(db(), rider));
    const theirs = notifications(db, asPerson(db(), other));
    const staff = notifications(db, staffCtx(db(), ["notification.read"]).actor);
    const without = notifications(db, staffCtx(db(), ["pers.read"]).actor);
    for (const path of [inbox(rider.email), count(rider.email)])
      for (const [who, ask, status] of [
        ["mine", mine, 200],
        ["theirs", theirs, 403],
        ["staff", staff, 200],
        ["without", without, 403],
        ["key", asKey, 200],
      ] as const)
        expect([who, path, (await ask("GET", path)).status]).toEqual([who, path, status]);
    expect((await mine("GET", inbox(rider.email.toUpperCase()))).body.items).toHaveLength(1);
    const body = { email: rider.email, keyPlatformTech: "RIDER_APP", all: true, status: 2 };
    expect((await theirs("POST", "/notification-in-app/status", body)).status).toBe(403);
    expect((await staff("POST", "/notification-in-app/status", body)).status).toBe(403);
    const acting = notifications(db, asPerson(db(), rider, other.id));
    expect((await acting("GET", inbox(rider.email))).status).toBe(200);
    expect((await acting("POST", "/notification-in-app/status", body)).status).toBe(403);
    expect((await mine("GET", `/admin/notification-in-app/${rider.email}`)).status).toBe(403);
    expect((await staff("GET", `/admin/notification-in-app/${rider.email}`)).body.items).toHaveLength(1);
  });

  it("go from unread to read and back, and once deleted stand in no list and no count", async () => {
    const [first, second] = [await sent(rider.email), await sent(rider.email)];
    const mine = notifications(db, asPerson(db(), rider));
    const set = (body: object) =>
      mine("POST", "/notification-in-app/status", { email: rider.email, keyPlatformTech: "RIDER_APP", ...body });
    expect((await mine("GET", count(rider.email))).body).toEqual({ count: 2 });
    expect((await set({ ids: [first.id], status: 2 })).status).toBe(204);
    expect((await mine("GET", count(rider.email))).body).toEqual({ count: 1 });
    const [stored] = await db().select().from(notificationDeliveries).where(eq(notificationDeliveries.id, first.id));
    expect(stored).toMatchObject({ status: "opened", inAppStatus: 2, readAt: expect.any(String) });
    expect((await set({ ids: [first.id], status: 1 })).status).toBe(204);
    expect((await mine("GET", count(rider.email))).body).toEqual({ count: 2 });
    expect((await set({ ids: [first.id], status: 3 })).status).toBe(204);
    expect((await set({ ids: [first.id], status: 1 })).status).toBe(204);
    expect((await mine("GET", inbox(rider.email))).body.items).toMatchObject([{ id: second.id, status: 1 }]);
    expect((await set({ all: true, status: 2 })).status).toBe(204);
    expect((await mine("GET", count(rider.email))).body).toEqual({ count: 0 });
    expect((await set({ all: true, status: 1 })).status).toBe(204);
    expect((await mine("GET", inbox(rider.email))).body.items).toMatchObject([{ id: second.id, status: 1 }]);
    const foreign = await sent(other.email);
    expect((await set({ ids: [second.id, foreign.id], status: 3 })).status).toBe(404);
    expect((await mine("GET", inbox(rider.email))).body.items).toHaveLength(1);
    expect((await set({ status: 2 })).status).toBe(422);
  });

  it("that were deleted unread were never opened, as staff see", async () => {
    const { id } = await sent(rider.email);
    const mine = notifications(db, asPerson(db(), rider));
    const body = { email: rider.email, keyPlatformTech: "RIDER_APP", ids: [id], status: 3 };
    expect((await mine("POST", "/notification-in-app/status", body)).status).toBe(204);
    const { story } = await deliveryService.story(staffCtx(db()), id);
    expect(story.map(({ event }) => event)).not.toContain("opened");
  });

  it("are read in another language where their template has it", async () => {
    await sent(rider.email);
    const [item] = (await asKey("GET", inbox(rider.email, `&languageId=${french}`))).body.items;
    expect(item).toMatchObject({ title: "Bonjour <i>Ada</i>", content: "Salut <i>Ada</i>" });
  });

  it("follow a person to a new address", async () => {
    await sent(rider.email);
    await inboxService.moveTo(systemCtx("test"), rider.email, other.email);
    expect((await asKey("GET", inbox(rider.email))).body.items).toEqual([]);
    expect((await asKey("GET", inbox(other.email))).body.items).toHaveLength(1);
  });
});

describe("rich text", () => {
  it("is cleaned, with values of tokens as text", async () => {
    const { requestId } = await sent(rider.email);
    const at = `/notification-request/rich-text/${requestId}?email=${rider.email}&keyPlatformTech=RIDER_APP`;
    const mine = notifications(db, asPerson(db(), rider));
    const found = await mine("GET", `${at}&typeNotification=1&languageId=${french}`);
    expect(found.body).toMatchObject({
      title: "Bonjour <i>Ada</i>",
      content: "<b>Salut</b> &lt;i&gt;Ada&lt;/i&gt;",
      link: "persdesk://home/%3Ci%3EAda%3C%2Fi%3E",
      languageId: french,
      tokens: { name: "<i>Ada</i>" },
    });
    expect((await mine("GET", `${at}&typeNotification=2`)).status).toBe(404);
    expect((await mine("GET", at)).status).toBe(400);
    expect((await notifications(db, asPerson(db(), other))("GET", `${at}&typeNotification=1`)).status).toBe(403);
  });
});

describe("pushes", () => {
  const push = { type: 2 as const, inAppStatus: null, status: "sent" as const, mobileDeviceIds: ["phone"] };

  it("move forward only, and a report again is harmless", async () => {
    const { id } = await sent(rider.email, push);
    const mine = notifications(db, asPerson(db(), rider));
    const report = (...items: object[]) => mine("POST", "/notification-push/status", { items });
    const stored = async () =>
      (await db().select().from(notificationDeliveries).where(eq(notificationDeliveries.id, id)))[0];
    expect((await report({ id, status: "opened", at: "2026-01-01T10:00:00+02:00" })).status).toBe(204);
    expect(await stored()).toMatchObject({ status: "opened", openedAt: "2026-01-01T08:00:00.000Z" });
    expect((await report({ id, status: "delivered" }, { id, status: "opened" })).status).toBe(204);
    expect(await stored()).toMatchObject({ status: "opened", openedAt: "2026-01-01T08:00:00.000Z", deliveredAt: null });
    const list = await asKey("GET", `/admin/notification-push/${rider.email}?startDate=2020-01-01&endDate=2199-12-31`);
    expect(list.body.items).toMatchObject([{ id, status: "opened", mobileDeviceId: "phone" }]);
    expect((await asKey("GET", `/admin/notification-push/${rider.email}?endDate=2020-01-01`)).body.items).toEqual([]);
  });

  it("are the only notifications that have such a status", async () => {
    const { id } = await sent(rider.email);
    const items = [{ id, status: "delivered" }];
    const mine = notifications(db, asPerson(db(), rider));
    expect((await mine("POST", "/notification-push/status", { items })).status).toBe(404);
  });

  it("of another person are as unknown ones, for the whole body", async () => {
    const [own, foreign] = [await sent(rider.email, push), await sent(other.email, push)];
    const mine = notifications(db, asPerson(db(), rider));
    const items = [own, foreign].map(({ id }) => ({ id, status: "delivered" }));
    expect((await mine("POST", "/notification-push/status", { items })).status).toBe(404);
    const rows = await db().select().from(notificationDeliveries);
    expect(rows.map(({ status }) => status)).toEqual(["sent", "sent"]);
    expect((await asKey("POST", "/notification-push/status", { items })).status).toBe(204);
  });
});
