import { beforeEach, describe, expect, it } from "vitest";
import { notificationDevices } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import type { Actor } from "@/server/kit/call/context";
import { notifications } from "@/server/notification/testing";

const { db } = useDatabase();
beforeEach(async () => {
  await seedBase(db());
  await db().delete(notificationDevices);
});

const device = { email: "a@b.test", keyPlatformTech: "RIDER_APP", mobileDeviceId: "phone", token: "t1", os: 1 };
const keyWith = (...scopes: string[]): Actor => ({
  kind: "key",
  id: "00000000-0000-7000-8000-00000000000b",
  label: "b",
  permissions: new Set(scopes),
});

describe("devices of users", () => {
  it("are stored once per person, app and device; a token that moves leaves the first", async () => {
    const ask = notifications(db);
    expect((await ask("POST", "/users/devices", device)).status).toBe(204);
    expect((await ask("POST", "/users/devices", { ...device, token: "t2", model: "M" })).status).toBe(204);
    expect((await ask("POST", "/users/devices", { ...device, email: "C@d.test", token: "t2" })).status).toBe(204);
    expect((await ask("GET", "/users/devices?emailList=a@b.test,c@d.test")).body).toMatchObject({
      items: [{ email: "c@d.test", devices: [{ mobileDeviceId: "phone", token: "t2" }] }],
    });
    const current = { email: "c@d.test", keyPlatformTech: "RIDER_APP", mobileDeviceId: "phone" };
    expect((await ask("POST", "/users/current/devices", current)).body).toMatchObject({ email: "c@d.test" });
    const none = await ask("POST", "/users/current/devices", { ...current, mobileDeviceId: "none" });
    expect([none.status, none.text]).toEqual([200, "null"]);
  });

  it("are removed by their person and by keys of that scope, whether they are there or not", async () => {
    const address = "/users/devices/phone?email=A@b.test&keyPlatformTech=RIDER_APP";
    const left = () => db().$count(notificationDevices);
    const rider = (email: string): Actor => ({
      kind: "user",
      id: crypto.randomUUID(),
      email,
      label: "Rider",
      type: "Rider",
      sessionId: crypto.randomUUID(),
      permissions: new Set(["device.write"]),
    });
    const key = notifications(db, keyWith("device.write"));
    for (const ask of [key, notifications(db, rider("a@b.test"))]) {
      await key("POST", "/users/devices", device);
      expect([(await ask("DELETE", address)).status, await left()]).toEqual([204, 0]);
      expect((await ask("DELETE", address)).status).toBe(204);
    }
    await key("POST", "/users/devices", device);
    const acting: Actor = { ...rider("a@b.test"), actingId: crypto.randomUUID() } as Actor;
    for (const other of [rider("c@d.test"), acting, keyWith("device.read")])
      expect((await notifications(db, other)("DELETE", address)).status).toBe(403);
    expect((await key("DELETE", "/users/devices/phone?email=A@b.test")).status).toBe(400);
    expect(await left()).toBe(1);
  });

  it("show their tokens to keys of that scope only", async () => {
    await notifications(db)("POST", "/users/devices", device);
    const plain = await notifications(db, keyWith("device.read"))("GET", "/users/devices");
    expect(plain.body.items[0].devices[0]).not.toHaveProperty("token");
    const full = await notifications(db, keyWith("device.read", "device.token"))("GET", "/users/devices");
    expect(full.body.items[0].devices[0].token).toBe("t1");
    expect((await notifications(db, keyWith("device.token"))("GET", "/users/devices")).status).toBe(403);
  });

  it("are refused for an app or a language that there is not, and the token stays where it is", async () => {
    const ask = notifications(db);
    await ask("POST", "/users/devices", device);
    for (const [path, value] of [
      ["keyPlatformTech", "RIDER_APPP"],
      ["languageId", "00000000-0000-7000-8000-00000000000c"],
    ]) {
      const { status, body } = await ask("POST", "/users/devices", {
        ...device,
        email: "c@d.test",
        [`${path}`]: value,
      });
      expect([status, body.errors[0].path]).toEqual([422, path]);
    }
    expect((await ask("GET", "/users/devices")).body.items).toMatchObject([
      { email: device.email, devices: [{ token: "t1", keyPlatformTech: "RIDER_APP" }] },
    ]);
  });

  it("know since when they have their token: registering again with the same one keeps it", async () => {
    const ask = notifications(db);
    const tokenAt = async () => (await ask("GET", "/users/devices")).body.items[0].devices[0].tokenAt as string;
    await ask("POST", "/users/devices", device);
    await db().update(notificationDevices).set({ tokenAt: "2026-01-01T00:00:00.000Z" });
    await ask("POST", "/users/devices", { ...device, appVersion: "2.0.0" });
    expect(await tokenAt()).toBe("2026-01-01T00:00:00.000Z");
    await ask("POST", "/users/devices", { ...device, token: "t2" });
    expect(Date.now() - Date.parse(await tokenAt())).toBeLessThan(60_000);
  });
});
