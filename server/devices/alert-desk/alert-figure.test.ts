import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { alerts, companyPersLinks, levelAlerts, persAlertCompanyDesks, persAlerts } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeFitted, makeWorkspace, type Workspace } from "@/server/companies/partners/company-partner/testing";
import { makeUser } from "@/server/identity/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { firstWeek } from "./alert-figure.rules";

const { db } = useDatabase();
let me: string;
let maker: Workspace;
let device: string;
const rules = new Map<string, { alertId: string; levelRank: number }>();

const call = () => {
  const ctx = staffCtx(db());
  if (ctx.actor.kind === "user") ctx.actor.id = me;
  return appRouter.createCaller(ctx).alertDesk;
};

beforeAll(async () => {
  await seedBase(db());
  me = (await makeUser(db(), { permissions: ["pers-alert.read"] })).id;
  maker = await makeWorkspace(db(), "MANUFACTURER");
  const [fitted] = await makeFitted(db(), maker.companyId, 1);
  device = fitted?.id ?? "";
  await db().update(companyPersLinks).set({ startDate: "2020-01-01T00:00:00.000Z" });
  for (const [label, rank] of [
    ["Grave", 1],
    ["Mild", 2],
  ] as const) {
    const [level] = await db().insert(levelAlerts).values({ label, rank, color: "#aa0000" }).returning();
    const of = { alertLabel: `${label} rule`, code: label, topicAlert: "T", groupAlert: "G" };
    const [alert] = await db()
      .insert(alerts)
      .values({ ...of, levelAlertId: level?.id ?? "" })
      .returning();
    rules.set(label, { alertId: alert?.id ?? "", levelRank: rank });
  }
});

beforeEach(async () => {
  await db().delete(persAlerts);
});

const minute = 60_000;
const monday = Date.parse(firstWeek(1));
const moment = (at: number) => new Date(at).toISOString();

/** An alert that was raised that many minutes after a moment, with how long it took to take it and to close it. */
async function raised(
  label: string,
  from: number,
  n: number,
  took: [taken?: number, closed?: number, reason?: "false_alarm"] = [],
) {
  const at = from + n * 10 * minute;
  const [taken, closed, reason] = took;
  const [row] = await db()
    .insert(persAlerts)
    .values({
      persId: device,
      ...(rules.get(label) ?? { alertId: "", levelRank: 0 }),
      startedAt: moment(at),
      endedAt: moment(at + minute),
      createdAt: moment(at),
      ...(taken !== undefined && { acknowledgedAt: moment(at + taken * minute), deskStatus: "acknowledged" as const }),
      ...(closed !== undefined && {
        closedAt: moment(at + closed * minute),
        deskStatus: "closed" as const,
        closeReason: reason ?? ("resolved" as const),
      }),
    })
    .returning();
  return row?.id ?? "";
}

it("a week ends on Sunday, and this one is the last", () => {
  expect(firstWeek(1, Date.parse("2026-11-26T12:00:00Z"))).toBe("2026-11-23");
  expect(firstWeek(3, Date.parse("2026-11-29T23:59:00Z"))).toBe("2026-11-09");
  expect(firstWeek(1, Date.parse("2026-11-30T00:00:00Z"))).toBe("2026-11-30");
});

it("counts by week and level what was raised and closed, and how long it took", async () => {
  const last = monday - 7 * 1440 * minute;
  for (let n = 0; n < 10; n++) await raised("Grave", last, n, [n + 1, (n + 1) * 10]);
  await raised("Mild", last, 20);
  await raised("Mild", last - 60 * 1440 * minute, 0, [1, 2]); // before those weeks
  await raised("Mild", last, 30, [undefined, -60 * 1440]); // by a clock that is ahead
  const { items } = await call().weeks.rows({ weeks: 2 });
  expect(items.map(({ week, level, ...figures }) => ({ week, level: level.name, ...figures }))).toEqual([
    {
      week: firstWeek(2),
      level: "Grave",
      raised: 10,
      closed: 10,
      medianToAcknowledge: 5.5,
      p90ToAcknowledge: 9.1,
      medianToClose: 55,
      p90ToClose: 91,
    },
    {
      week: firstWeek(2),
      level: "Mild",
      raised: 2,
      closed: 0,
      medianToAcknowledge: null,
      p90ToAcknowledge: null,
      medianToClose: null,
      p90ToClose: null,
    },
  ]);
});

it("a week begins with the first moment of its Monday, at each desk", async () => {
  await raised("Mild", Date.parse(firstWeek(2)), 0);
  await raised("Grave", Date.parse(firstWeek(2)) - 1 - 10 * minute, 1);
  const { companyId, call: theirs } = maker;
  for (const { items } of [
    await call().weeks.rows({ weeks: 2 }),
    await theirs.fleetAlerts.weeks.rows({ companyId, weeks: 2 }),
  ])
    expect(items).toMatchObject([{ week: firstWeek(2), level: { name: "Mild" }, raised: 1 }]);
});

it("tells which rule raises false alarms, the worst first", async () => {
  for (let n = 0; n < 4; n++) await raised("Grave", monday - 300 * minute, n, [1, 2]);
  await raised("Mild", monday - 300 * minute, 5, [1, 2, "false_alarm"]);
  await raised("Mild", monday - 300 * minute, 6, [1, 2]);
  const { items } = await call().rules.rows({});
  expect(items).toMatchObject([
    { alertId: rules.get("Mild")?.alertId, name: "Mild rule", closed: 2, falseAlarms: 1, share: 0.5 },
    { name: "Grave rule", closed: 4, falseAlarms: 0, share: 0 },
  ]);
});

it("a company's figures are of its own work", async () => {
  const id = await raised("Grave", monday - 300 * minute, 0, [1, 2, "false_alarm"]);
  const { companyId, call: theirs } = maker;
  const mine = async () => (await theirs.fleetAlerts.weeks.rows({ companyId })).items;
  expect(await mine()).toMatchObject([{ raised: 1, closed: 0, medianToAcknowledge: null }]);
  expect((await theirs.fleetAlerts.rules.rows({ companyId })).items).toEqual([]);
  const closed = { deskStatus: "closed", closeReason: "resolved", closedAt: moment(monday - 270 * minute) } as const;
  await db()
    .insert(persAlertCompanyDesks)
    .values({ persAlertId: id, companyId, ...closed });
  expect(await mine()).toMatchObject([{ raised: 1, closed: 1, medianToClose: 30 }]);
  expect((await theirs.fleetAlerts.rules.rows({ companyId })).items).toMatchObject([{ closed: 1, falseAlarms: 0 }]);
});

it("says what is mine and what is nobody's, by level and age, at each desk", async () => {
  const [oldest, , mine] = [
    await raised("Mild", monday - 900 * minute, 0),
    await raised("Mild", monday - 900 * minute, 3),
    await raised("Grave", monday - 900 * minute, 6),
  ];
  await db().update(persAlerts).set({ assigneeId: me }).where(eq(persAlerts.id, mine));
  const { items } = await call().standing({});
  const first = await call().get({ id: oldest });
  expect(items).toMatchObject([
    { level: { name: "Grave" }, mine: { count: 1 }, nobodys: { count: 0, oldest: null } },
    { level: { name: "Mild" }, mine: { count: 0, oldest: null }, nobodys: { count: 2, oldest: first.createdAt } },
  ]);
  const { companyId, call: theirs } = maker;
  expect((await theirs.fleetAlerts.standing({ companyId })).items).toMatchObject([
    { level: { name: "Grave" }, mine: { count: 0 }, nobodys: { count: 1 } },
    { level: { name: "Mild" }, nobodys: { count: 2 } },
  ]);
});
