import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  auditLog,
  companies,
  companyPreferences,
  notificationDevices,
  sessions,
  userCompanies,
  userOptins,
  type users,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { languageId, seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { makeCompany } from "@/server/testing/backoffice";
import { actorOf } from "../actor";
import { recipientService } from "../recipient/recipient.service";
import { makeUser } from "../testing";

const { db } = useDatabase();
beforeEach(async () => {
  await seedBase(db());
  await db().delete(notificationDevices);
});

const api = (
  user: typeof users.$inferSelect,
  more: { timeZone?: string | null; actingId?: string; sessionId?: string } = {},
) =>
  appRouter.createCaller({
    ...staffCtx(db()),
    actor: {
      ...actorOf(user, more.sessionId),
      timeZone: more.timeZone,
      ...(more.actingId && { actingId: more.actingId }),
    },
  });

describe("what people want to be sent", () => {
  it("is chosen for each of their own apps, and quiet hours are by their clock", async () => {
    const rider = await makeUser(db(), { type: "Rider" });
    const mine = api(rider, { timeZone: "Europe/Paris" });
    const { items, timeZone } = await mine.profile.preferences({});
    expect([timeZone, items.map(({ platformTechKey }) => platformTechKey)]).toEqual([
      "Europe/Paris",
      ["PORTAL_WEB", "RIDER_APP"],
    ]);
    expect(items[1]).toMatchObject({ typeNotificationList: [1, 2, 3], pushNotifications: true, quietFrom: null });
    const app = { platformTechKey: "RIDER_APP" };
    await mine.profile.setPreferences({ ...app, pushNotifications: false, quietFrom: "22:00", quietTo: "07:00" });
    await mine.profile.setPreferences({ ...app, emailNotifications: false });
    expect((await mine.profile.preferences({})).items[1]).toMatchObject({
      pushNotifications: false,
      emailNotifications: false,
      inAppNotifications: true,
      quietFrom: "22:00",
      quietTo: "07:00",
    });
    const [stored] = await db().select().from(userOptins).where(eq(userOptins.userId, rider.id));
    expect(stored?.timeZone).toBe("Europe/Paris");
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, rider.id));
    expect(rows.map(({ action }) => action)).toEqual(["optin", "optin"]);
  });

  it("is refused for half of the quiet hours, for an app of others, and under switch-to", async () => {
    const rider = await makeUser(db(), { type: "Rider" });
    const set = (input: object, more = {}) =>
      api(rider, more).profile.setPreferences({ platformTechKey: "RIDER_APP", ...input });
    expect((await failure(set({ quietFrom: "22:00" }))).errors).toMatchObject([{ path: "quietTo" }]);
    expect((await failure(set({ quietFrom: "25:00", quietTo: "07:00" }))).status).toBe(400);
    expect((await failure(set({ platformTechKey: "BACKOFFICE_WEB" }))).errors).toMatchObject([
      { path: "platformTechKey" },
    ]);
    expect((await failure(set({}, { actingId: rider.id }))).status).toBe(403);
    const staff = await makeUser(db());
    expect((await api(staff).profile.preferences({})).items.map((one) => one.platformTechKey)).toEqual([
      "BACKOFFICE_WEB",
    ]);
  });
});

describe("what a company prefers", () => {
  it("counts for its people in each app until they choose there, and stays what it was for what they did not choose", async () => {
    const rider = await makeUser(db(), { type: "Rider", languageId: null });
    const companyOf = async (values: Partial<typeof companyPreferences.$inferInsert> | null) => {
      const { id: companyId } = await makeCompany(db());
      await db().insert(userCompanies).values({ userId: rider.id, companyId, status: "active" });
      if (values)
        await db()
          .insert(companyPreferences)
          .values({ companyId, ...values });
      return companyId;
    };
    const mine = api(rider);
    const shown = async () =>
      (await mine.profile.preferences({})).items.map((app) =>
        [app.emailNotifications, app.pushNotifications, app.inAppNotifications, app.isOfCompany].map(Number).join(""),
      );
    const asSent = async () => (await recipientService.recipientsOf(staffCtx(db()), [rider.email]))[0];
    expect([await shown(), (await asSent())?.defaults]).toEqual([
      ["1110", "1110"],
      { emailNotifications: true, pushNotifications: true },
    ]);
    const company = await companyOf({ emailNotifications: false, languageId: languageId("fr") });
    expect(await shown()).toEqual(["0111", "0111"]);
    expect(await asSent()).toMatchObject({
      languageId: languageId("fr"),
      optins: {},
      defaults: { emailNotifications: false },
    });
    await mine.profile.setPreferences({ platformTechKey: "RIDER_APP", quietFrom: "22:00", quietTo: "07:00" });
    expect(await shown()).toEqual(["0111", "0110"]);
    await db().update(companyPreferences).set({ emailNotifications: true, pushNotifications: false });
    expect(await shown()).toEqual(["1011", "0110"]);
    expect((await asSent())?.optins.RIDER_APP).toMatchObject({ emailNotifications: false, pushNotifications: true });
    await recipientService.optOut(staffCtx(db()), rider.email, "PORTAL_WEB");
    expect(await shown()).toEqual(["0010", "0110"]);
    const other = await makeUser(db(), { type: "Rider" });
    await db().insert(userCompanies).values({ userId: other.id, companyId: company, status: "active" });
    const { companyId } = { companyId: await companyOf(null) };
    await db().insert(userCompanies).values({ userId: other.id, companyId, status: "active" });
    const defaults = async () => (await recipientService.recipientsOf(staffCtx(db()), [other.email]))[0]?.defaults;
    expect(await defaults()).toEqual({ emailNotifications: true, pushNotifications: true });
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, companyId));
    expect(await defaults()).toEqual({ emailNotifications: true, pushNotifications: false });
  });
});

/** A rider with a session, by its id. */
async function signedIn() {
  const user = await makeUser(db(), { type: "Rider" });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const [session] = await db().insert(sessions).values({ userId: user.id, kind: "browser", expiresAt }).returning();
  return { ...user, sessionId: session?.id ?? "" };
}

describe("the device of a caller", () => {
  it("is removed by its owner alone, and again is harmless", async () => {
    const [rider, other] = [await signedIn(), await signedIn()];
    const browser = { keyPlatformTech: "PORTAL_WEB", mobileDeviceId: "browser" };
    await api(rider, rider).profile.storeDevice({ ...browser, email: rider.email, token: "t", os: 3 });
    expect(await api(rider).profile.push(browser)).toEqual({ isOn: true, publicKey: null });
    expect((await api(other).profile.push(browser)).isOn).toBe(false);
    await api(other).profile.removeDevice(browser);
    expect(await db().$count(notificationDevices)).toBe(1);
    await api(rider).profile.removeDevice(browser);
    await api(rider).profile.removeDevice(browser);
    expect(await db().$count(notificationDevices)).toBe(0);
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectType, "device"));
    expect(rows.map(({ action }) => action)).toEqual(["store", "remove"]);
  });

  it("gets another token from its owner alone, and only while they have it", async () => {
    const [rider, other] = [await signedIn(), await signedIn()];
    const browser = { keyPlatformTech: "PORTAL_WEB", mobileDeviceId: "browser" };
    await api(rider, rider).profile.storeDevice({
      ...browser,
      email: rider.email,
      token: "old",
      os: 3,
      model: "Chrome",
    });
    const renew = (person: typeof rider) => api(person).profile.renewDevice({ ...browser, token: "new" });
    expect((await failure(renew(other))).status).toBe(404);
    await renew(rider);
    await renew(rider);
    expect(await db().select().from(notificationDevices)).toMatchObject([
      { email: rider.email, token: "new", model: "Chrome", version: 3 },
    ]);
    await api(rider).profile.removeDevice(browser);
    expect((await failure(renew(rider))).status).toBe(404);
    expect(await db().$count(notificationDevices)).toBe(0);
  });
});
