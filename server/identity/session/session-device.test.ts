import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditLog, notificationDevices, refreshTokens, sessions, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { inTransaction, systemCtx } from "@/server/kit/call/context";
import { userDeviceService } from "@/server/notification/user-device/user-device.service";
import { purgeExpired } from "@/server/operations/routine/purge.service";
import { appRouter } from "@/server/root";
import { waitsFor } from "@/server/testing/race";
import { bearerActor } from "../authenticate";
import { loginService } from "../login/login.service";
import { anonymous, makeUser, testPassword } from "../testing";
import { revokeSessionsOf } from "./session.service";
import { endIdleSessions } from "./session-end.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const app = "RIDER_APP";
let email = "";
let userId = "";
beforeEach(async () => {
  await db().delete(notificationDevices);
  const user = await makeUser(db(), { type: "Rider" });
  email = user.email;
  userId = user.id;
});

/** A sign-in of the person's app. */
async function signIn(mobileDeviceId?: string) {
  const tokens = await loginService.login(anonymous(db()), {
    email,
    password: testPassword,
    keyPlatformTech: mobileDeviceId && app,
    mobileDeviceId,
  });
  const actor = await bearerActor(tokens.accessToken);
  if (actor.kind !== "user") throw new Error("no person");
  const call = appRouter.createCaller({ ...anonymous(db()), actor });
  const device = (id: string) => ({ email, keyPlatformTech: app, mobileDeviceId: id, token: `token ${email} ${id}` });
  return {
    id: actor.sessionId,
    store: (id: string) => call.profile.storeDevice({ ...device(id), os: 1 }),
    logout: () => call.login.logout({ refreshToken: `Bearer ${tokens.refreshToken}` }),
    endOthers: () => call.sessions.endOthers({}),
  };
}
const byKey = (mobileDeviceId: string) =>
  userDeviceService.store(systemCtx("key"), {
    email,
    keyPlatformTech: app,
    mobileDeviceId,
    token: `token ${email} ${mobileDeviceId}`,
    os: 1,
  });
const registered = async () =>
  (await db().select().from(notificationDevices).where(eq(notificationDevices.email, email)))
    .map((device) => device.mobileDeviceId)
    .sort();

describe("the device of a session", () => {
  it("gets no pushes any more after a logout, and the trail says so", async () => {
    const [phone, tablet] = [await signIn("phone"), await signIn()];
    await phone.store("phone");
    await tablet.store("tablet");
    const [row] = await db().select().from(notificationDevices).where(eq(notificationDevices.mobileDeviceId, "phone"));
    await phone.logout();
    expect(await registered()).toEqual(["tablet"]);
    await tablet.logout();
    expect(await registered()).toEqual([]);
    const trail = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.objectId, row?.id ?? ""));
    expect(trail.map(({ action }) => action)).toEqual(["store", "sign-out"]);
    expect(JSON.stringify(trail)).not.toContain("token ");
  });

  it("goes with every way in which a session ends: from elsewhere, by staff, by disabling, and when it is idle", async () => {
    const [own, phone] = [await signIn("own"), await signIn("phone")];
    await own.store("own");
    await phone.store("phone");
    await own.endOthers();
    expect(await registered()).toEqual(["own"]);
    await inTransaction(systemCtx("test"), (ctx) => revokeSessionsOf(ctx, userId, "disabled"));
    expect(await registered()).toEqual([]);
    const idle = await signIn("idle");
    await idle.store("idle");
    await purgeExpired(systemCtx("purge"));
    expect(await registered()).toEqual(["idle"]);
    await db().update(refreshTokens).set({ expiresAt: sql`now()` }).where(eq(refreshTokens.sessionId, idle.id));
    await purgeExpired(systemCtx("purge"));
    expect(await registered()).toEqual([]);
    const [session] = await db().select().from(sessions).where(eq(sessions.id, idle.id));
    expect(session?.revokedReason).toBe("idle");
  });

  it("is left by each idle session, which are counted", async () => {
    const idle = [await signIn("one"), await signIn("two")];
    for (const [index, { store }] of idle.entries()) await store(`${index}`);
    expect(await endIdleSessions(systemCtx("purge"))).toBe(0);
    for (const { id } of idle)
      await db().update(refreshTokens).set({ expiresAt: sql`now()` }).where(eq(refreshTokens.sessionId, id));
    expect(await endIdleSessions(systemCtx("purge"))).toBe(2);
    expect(await endIdleSessions(systemCtx("purge"))).toBe(0);
  });

  it("stays where another session of the same person has it, until that ends, also where both end at once", async () => {
    for (const isAtOnce of [false, true]) {
      const [first, second] = [await signIn("phone"), await signIn("phone")];
      await first.store("phone");
      if (isAtOnce) await Promise.all([first.logout(), second.logout()]);
      else {
        await first.logout();
        expect(await registered()).toEqual(["phone"]);
        await second.logout();
      }
      expect(await registered()).toEqual([]);
    }
  });

  it("is that of one app: no session of another app keeps it, but one of which the app is not known", async () => {
    const phone = await signIn("phone");
    await phone.store("phone");
    const other = await signIn("phone");
    await db().update(sessions).set({ keyPlatformTech: "PORTAL_APP" }).where(eq(sessions.id, other.id));
    await phone.logout();
    expect(await registered()).toEqual([]);
    const again = await signIn("phone");
    await again.store("phone");
    await db().update(sessions).set({ keyPlatformTech: null }).where(eq(sessions.id, other.id));
    await again.logout();
    expect(await registered()).toEqual(["phone"]);
    await other.logout();
  });

  it("is left by sessions that end at once one after the other", async () => {
    const phone = await signIn("phone");
    expect(await waitsFor(db(), `devices of ${userId}`, phone.logout)).toBe(true);
  });

  it("stays where a key registered it, and where it is another person's", async () => {
    const phone = await signIn("phone");
    await byKey("phone");
    await phone.logout();
    expect(await registered()).toEqual(["phone"]);
    const mine = email;
    const again = await signIn("phone");
    await again.store("phone");
    email = (await makeUser(db(), { type: "Rider" })).email;
    const other = await signIn("phone");
    await other.logout();
    email = mine;
    expect(await registered()).toEqual(["phone"]);
    await again.logout();
    expect(await registered()).toEqual([]);
  });

  it("is left for another one, and an ended session registers none", async () => {
    const phone = await signIn("old");
    await phone.store("old");
    await phone.store("new");
    expect(await registered()).toEqual(["new"]);
    await phone.logout();
    await expect(phone.store("late")).rejects.toThrow("This session has ended");
    expect(await registered()).toEqual([]);
    expect((await db().select().from(users).where(eq(users.id, userId)))[0]?.status).toBe("active");
  });
});
