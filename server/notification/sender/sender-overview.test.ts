import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { notificationSenderHours, notificationSenderStates } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { notifications } from "../testing";
import { forgetWorker, purgeSenders, reportSenders } from "./sender-report.service";
import { sendersOf } from "./senders";

const { db } = useDatabase();
beforeEach(async () => {
  await seedBase(db());
  await db().delete(notificationSenderHours);
  await db().delete(notificationSenderStates);
});
const ctx = () => systemCtx("worker");
const overview = () => appRouter.createCaller(staffCtx(db())).notificationSenders.overview();
const fcm = async () => (await overview()).senders.find(({ sender }) => sender === "fcm");

describe("the senders", () => {
  it("are counted over all workers, with the slowest answer and the longest pause", async () => {
    const [one, other] = [sendersOf({}, false), sendersOf({}, false)];
    const [first, second] = [randomUUID(), randomUUID()];
    one.meter.add("fcm", "accepted", 10, 3);
    one.meter.add("fcm", "gone", 50);
    other.meter.add("fcm", "refused", 20);
    other.meter.add("fcm", "later", 500);
    for (let n = 0; n < 5; n++) other.breakers.get("fcm")?.failed(60_000);
    await reportSenders(ctx(), first, one);
    await reportSenders(ctx(), second, other);
    await reportSenders(ctx(), first, one); // nothing new
    const { workers, hours } = await overview();
    expect([workers, hours.length]).toEqual([2, 24]);
    const day = { accepted: 3, gone: 1, refused: 1, failed: 1, averageMs: 100, slowestMs: 500 };
    const found = await fcm();
    expect(found).toMatchObject({ isOn: false, day, breaker: { failures: 5, pausedUntil: expect.any(String) } });
    expect(found?.byHour.at(-1)).toEqual(day);
    expect(found?.byHour.slice(0, -1)).toEqual(Array(23).fill(null));
    await forgetWorker(ctx(), second);
    expect((await fcm())?.breaker).toEqual({ failures: 0, pausedUntil: null });
  });

  it("keep what could not be stored, and nothing of long ago", async () => {
    const senders = sendersOf({}, false);
    senders.meter.add("smtp", "accepted", 10);
    await expect(reportSenders(ctx(), "no worker", senders)).rejects.toThrow();
    await reportSenders(ctx(), randomUUID(), senders);
    const smtp = (await overview()).senders.find(({ sender }) => sender === "smtp");
    expect(smtp?.day.accepted).toBe(1);
    await db().update(notificationSenderHours).set({ hour: "2026-01-01T00:00:00.000Z" });
    await db().update(notificationSenderStates).set({ seenAt: "2026-01-01T00:00:00.000Z" });
    expect((await overview()).workers).toBe(0);
    expect(await purgeSenders(ctx())).toBe(4);
  });

  it("measure mails, those that the server does not take too", async () => {
    const { meter } = sendersOf({}, true);
    const mail = { id: "1", from: "a@b.test", to: "c@d.test", subject: "S", text: "T", html: null };
    await meter.mail(async () => undefined)(mail);
    await expect(meter.mail(() => Promise.reject(new Error("busy")))(mail)).rejects.toThrow("busy");
    expect(meter.take()).toMatchObject([["smtp", { accepted: 1, failed: 1 }]]);
    expect(meter.take()).toEqual([]);
  });

  it("say in which apps the caller can be reached", async () => {
    const device = {
      email: "tester@persdesk.demo",
      keyPlatformTech: "RIDER_APP",
      mobileDeviceId: "p",
      token: "t",
      os: 1,
    };
    await notifications(db)("POST", "/users/devices", device);
    expect((await fcm())?.ownApps).toEqual(["RIDER_APP"]);
    expect((await overview()).senders.find(({ sender }) => sender === "apns")?.ownApps).toEqual([]);
  });
});
