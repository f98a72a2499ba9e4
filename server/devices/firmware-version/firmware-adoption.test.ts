import { beforeEach, describe, expect, it } from "vitest";
import { persFirmwareHistory } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { deviceFactory, failureOf } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { everyWeek, mondayOf, mostWeeks } from "./firmware-adoption.rules";

const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe("the weeks of an adoption", () => {
  it("begin on Monday, in UTC", () => {
    for (const at of ["2026-11-16T00:00:00Z", "2026-11-18T12:00:00Z", "2026-11-22T23:59:59.999Z"])
      expect(iso(mondayOf(Date.parse(at)))).toBe("2026-11-16T00:00:00.000Z");
    expect(iso(mondayOf(Date.parse("2026-01-01T00:00:00Z")))).toBe("2025-12-29T00:00:00.000Z");
  });

  it("have no gaps, up to now, and are those of two years at most", () => {
    const now = Date.parse("2026-11-18T12:00:00Z");
    const changed = [
      { week: "2026-10-26", devices: 3 },
      { week: "2026-11-09", devices: 1 },
    ];
    expect(everyWeek(changed, now).map(({ devices }) => devices)).toEqual([3, 3, 1, 1]);
    expect(everyWeek([], now)).toEqual([]);
    const long = everyWeek([{ week: "2020-01-06", devices: 5 }], now);
    expect([long.length, long[0]?.devices, long.at(-1)?.week]).toEqual([mostWeeks, 5, "2026-11-16"]);
  });
});

const { db } = useDatabase();
const make = deviceFactory(db);
const adoption = (id: string) => appRouter.createCaller(staffCtx(db())).firmwareVersions.adoption({ id });
let [id, other] = ["", ""];
beforeEach(async () => {
  [id, other] = [await make.firmware(), await make.firmware()];
});

describe("a version's adoption", () => {
  it("counts devices from when they get it until they get another", async () => {
    const monday = mondayOf(Date.now()) - 28 * day;
    const [stays, leaves, returns] = [await make.pers(), await make.pers(), await make.pers()];
    const got = (pers: { id: string }, firmwareVersionId: string, days: number) => ({
      persId: pers.id,
      firmwareVersionId,
      installedAt: iso(monday + days * day),
    });
    await db()
      .insert(persFirmwareHistory)
      .values([
        got(stays, other, -30),
        got(stays, id, 0),
        got(stays, id, 8),
        got(leaves, id, 6.9),
        got(leaves, other, 15),
        got(returns, id, 7),
        got(returns, other, 9),
        got(returns, id, 22),
        got(await make.pers(), other, 3),
      ]);
    const { weeks } = await adoption(id);
    expect(weeks.map(({ devices }) => devices)).toEqual([2, 2, 1, 2, 2]);
    expect(weeks[0]?.week).toBe(iso(monday).slice(0, 10));
  });

  it("is empty where none ever ran it; 404 where there is no version", async () => {
    expect(await adoption(id)).toEqual({ weeks: [] });
    expect((await failureOf(adoption("01980000-0000-7000-8000-00000000abcd"))).status).toBe(404);
  });
});
