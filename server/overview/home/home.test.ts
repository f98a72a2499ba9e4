import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { alerts, levelAlerts, mailLog, pers, persAlerts, persCurrentData } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory, failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { lastDays } from "@/texts/clock";
import { openByDay } from "./home.rules";

const { db } = useDatabase();
const make = deviceFactory(db);
const caller = (permissions?: Permission[]) => appRouter.createCaller(staffCtx(db(), permissions));
const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
const midnight = Date.parse(new Date().toISOString().slice(0, 10));
/** An instant `days` before the beginning of today. */
const daysAgo = (days: number) => new Date(midnight - days * 24 * hour).toISOString();

describe("devices by firmware", () => {
  it("are the eight most frequent versions, the others in one sum, and those without", async () => {
    const modelPERSId = await make.model();
    const ids: string[] = [];
    for (let n = 1; n <= 10; n++) {
      const firmwareVersionId = await make.firmware(`${n}.0.0`);
      ids.push(firmwareVersionId);
      for (let device = 0; device < n; device++) await make.pers({ modelPERSId, firmwareVersionId });
    }
    await make.firmware("99.0.0");
    await make.pers({ modelPERSId });
    const figure = await caller().home.devicesByFirmware();
    expect(figure.versions.map(({ firmwareVersion, devices }) => [firmwareVersion, devices])).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map((n) => [`${n}.0.0`, n]),
    );
    expect(figure).toMatchObject({ total: 56, others: { versions: 2, devices: 3 }, withoutFirmware: 1 });
    const [top] = figure.versions;
    expect(top?.firmwareVersionId).toBe(ids[9]);
    const { totalItems } = await caller().pers.count({ firmwareVersionId: ids[9] ?? "" });
    expect(totalItems).toBe(top?.devices);
    const without = await Promise.all(
      [true, false].map((firmwareVersionIdIsEmpty) => caller().pers.count({ firmwareVersionIdIsEmpty })),
    );
    expect(without).toEqual([{ totalItems: 1 }, { totalItems: 55 }]);
  });
});

describe("open alerts", () => {
  const levels = { grave: uuidv7(), mild: uuidv7() };
  const raised: { level: keyof typeof levels; startedAt: string; endedAt: string | null }[] = [
    { level: "grave", startedAt: daysAgo(90), endedAt: null },
    { level: "grave", startedAt: daysAgo(90), endedAt: daysAgo(2.5) },
    { level: "grave", startedAt: daysAgo(90), endedAt: daysAgo(60) },
    { level: "grave", startedAt: daysAgo(4.5), endedAt: daysAgo(4.2) },
    { level: "grave", startedAt: daysAgo(3.5), endedAt: daysAgo(0) },
    { level: "mild", startedAt: daysAgo(28.9), endedAt: daysAgo(20) },
    { level: "mild", startedAt: daysAgo(0), endedAt: null },
  ];
  beforeAll(async () => {
    await db()
      .insert(levelAlerts)
      .values([
        { id: levels.mild, label: "Mild", color: "#0000ff", rank: 2 },
        { id: levels.grave, label: "Grave", color: "#ff0000", rank: 1 },
      ]);
    for (const { level, startedAt, endedAt } of raised) {
      const [alertId, { id: persId }] = [uuidv7(), await make.pers()];
      const code = `code-${alertId}`;
      await db()
        .insert(alerts)
        .values({ id: alertId, code, alertLabel: code, topicAlert: "t", groupAlert: "g", levelAlertId: levels[level] });
      await db().insert(persAlerts).values({ persId, alertId, startedAt, endedAt });
    }
  });

  it("are counted at each day's end by level, as one by one", async () => {
    const figure = await caller().home.openAlerts();
    expect(figure.days).toHaveLength(30);
    expect(figure.days.at(-1)).toBe(new Date().toISOString().slice(0, 10));
    expect(figure.levels.map(({ label }) => label)).toEqual(["Grave", "Mild"]);
    const openAt = (level: string, at: number) =>
      raised.filter(
        (one) =>
          one.level === level && Date.parse(one.startedAt) < at && (!one.endedAt || Date.parse(one.endedAt) >= at),
      ).length;
    for (const [n, level] of (["grave", "mild"] as const).entries())
      expect(figure.levels[n]?.open).toEqual(figure.days.map((day) => openAt(level, Date.parse(day) + 24 * hour)));
    expect(figure.levels[0]?.open).toContain(3);
    const { totalItems } = await caller().persAlerts.count({ isOpen: true, levelAlertId: levels.grave });
    expect(figure.levels[0]?.open.at(-1)).toBe(totalItems);
  });

  it("of a day are those that the list shows for its end", async () => {
    const figure = await caller().home.openAlerts();
    for (const [n, day] of figure.days.entries()) {
      if (n === figure.days.length - 1) continue;
      const end = `${day}T23:59:59.999Z`;
      const { totalItems } = await caller().persAlerts.count({ openFrom: end, openUntil: end });
      expect(totalItems, day).toBe(figure.levels.reduce((sum, { open }) => sum + (open[n] ?? 0), 0));
    }
    const [first = "", last = ""] = [daysAgo(5), daysAgo(3)].map((at) => at.slice(0, 10));
    const { items } = await caller().persAlerts.rows({ openFrom: first, openUntil: last });
    const expected = raised.filter(
      ({ startedAt, endedAt }) => startedAt < daysAgo(2) && (!endedAt || endedAt >= daysAgo(5)),
    );
    expect(items.map(({ startedAt }) => startedAt).sort()).toEqual(expected.map(({ startedAt }) => startedAt).sort());
  });

  it("are told backwards from now", () => {
    const days = lastDays(4, Date.parse("2026-03-02T12:00:00Z"));
    expect(days).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    const moves = new Map([
      ["2026-02-28", 3],
      ["2026-03-02", -1],
    ]);
    expect(openByDay(4, moves, days)).toEqual([2, 5, 5, 4]);
  });
});

describe("silent devices", () => {
  it("are those in use that were heard, and not for a day; those never heard are a figure of their own; the list shows the same ones", async () => {
    await db().update(pers).set({ status: "stock" });
    const heard = async (status: "active" | "retired", at?: string) => {
      const { id } = await make.pers({ status });
      if (at) await db().update(persCurrentData).set({ lastMessageAt: at }).where(eq(persCurrentData.persId, id));
      return id;
    };
    const silent = [await heard("active", ago(24.001)), await heard("active", ago(90)), await heard("active")];
    const loud = [await heard("active", ago(23.999)), await heard("active", ago(1))];
    const retired = await heard("retired", ago(50));
    expect(await caller().home.silentDevices()).toEqual({ silent: 2, neverHeard: 1 });
    const shown = async (isSilent: boolean) =>
      (await caller().pers.list({ status: "active", isSilent })).items.map(({ id }) => id).sort();
    expect([await shown(true), await shown(false)]).toEqual([silent.sort(), loud.sort()]);
    const all = (await caller().pers.rows({ isSilent: true, limit: 1000 })).items.map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([...silent, retired]));
    await caller().pers.setStatus({ ids: [retired, ...loud], status: "active" });
    expect(await caller().home.silentDevices()).toEqual({ silent: 3, neverHeard: 1 });
    await caller().pers.update({ id: retired, status: "stock" });
    expect(await caller().home.silentDevices()).toEqual({ silent: 2, neverHeard: 1 });
    const behind = async (filters: object) => (await caller().pers.count({ status: "active", ...filters })).totalItems;
    expect(await behind({ isSilent: true, lastMessageAtIsEmpty: false })).toBe(2);
    expect(await behind({ lastMessageAtIsEmpty: true })).toBe(1);
  });
});

describe("failed mails", () => {
  it("are counted", async () => {
    const mail = { templateCode: "t", subject: "s", recipient: "r@x.demo", sender: "s@x.demo", module: "m", body: "b" };
    await db()
      .insert(mailLog)
      .values([{ ...mail, status: "fail" }, { ...mail, status: "done" }, mail]);
    expect(await caller().home.failedMails()).toEqual({ count: 1 });
    await db().update(mailLog).set({ status: "done" }).where(eq(mailLog.status, "fail"));
    expect(await caller().home.failedMails()).toEqual({ count: 0 });
  });
});

describe("a figure", () => {
  it("is for who may read its list", async () => {
    const [devices, mails] = [caller(["pers.read"]).home, caller(["mail-log.read"]).home];
    expect(await mails.failedMails()).toEqual({ count: 0 });
    expect((await devices.devicesByFirmware()).total).toBeGreaterThan(0);
    const refused = [devices.failedMails(), mails.devicesByFirmware(), mails.openAlerts(), mails.silentDevices()];
    for (const work of refused) expect((await failureOf(work)).status).toBe(403);
  });
});
