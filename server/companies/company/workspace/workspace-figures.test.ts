import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  alerts,
  companies,
  companyLinks,
  companyPersLinks,
  companyPreferences,
  companyVehicleLinks,
  firmwareCategories,
  firmwareCompatibilities,
  firmwareVersions,
  levelAlerts,
  modelPers,
  pers,
  persAlerts,
  persCurrentData,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, seedBase } from "@/seed/base";
import { keepPartitions } from "@/server/devices/iot/iot-partition.service";
import { gravestAlertsOf } from "@/server/devices/pers-alert/open-alert.service";
import { makeUser } from "@/server/identity/testing";
import type { CompanyCtx } from "@/server/kit/call/context";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { weekService } from "./week.service";
import { workspaceService } from "./workspace.service";

// The figures of a company's home: kilometres of this week, firmware that is behind, and partners by their answer.

const { db } = useDatabase();
beforeAll(async () => {
  await seedBase(db());
  await keepPartitions(systemCtx("test"));
});

const first = <T>([row]: T[]) => {
  if (!row) throw new Error("no row");
  return row;
};
let n = 0;
async function makeCompany() {
  const values = { name: `Figures ${++n}`, registerNumber: `FIG-${n}`, companyCategoryId: categoryId("MANUFACTURER") };
  return first(await db().insert(companies).values(values).returning());
}
async function enter(): Promise<CompanyCtx> {
  const { id } = await makeCompany();
  return { ...systemCtx("test"), company: { id, rights: new Set() } };
}
const makeModel = async () =>
  first(
    await db()
      .insert(modelPers)
      .values({ label: `Figures ${++n}` })
      .returning(),
  );
async function makePers({ company }: CompanyCtx, modelPERSId: string, firmwareVersionId?: string) {
  const values = { nuSerialPersNumber: `FIG-${++n}`, modelPERSId, firmwareVersionId };
  const device = first(await db().insert(pers).values(values).returning());
  const link = { persId: device.id, companyId: company.id, linkType: 1, startDate: "2026-01-01T00:00:00Z" };
  await db().insert(companyPersLinks).values(link);
  return device;
}

describe("the kilometres of this week", () => {
  const zone = "Asia/Tokyo";
  /** A message so many minutes after Monday began in the company's time zone. */
  const say = (serial: string, minutes: number, distance: unknown) =>
    db().execute(sql`
      insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
      select gen_random_uuid(), at, at, ${`${serial} ${minutes}`}, ${serial}, 'status', jsonb_build_object('distance', ${JSON.stringify(distance)}::jsonb)
      from (select date_trunc('week', now() at time zone ${zone}) at time zone ${zone} + ${minutes} * interval '1 minute' as at) m`);
  const newest = (persId: string, distance: number, at = sql`now()`) =>
    db().execute(sql`
      update backoffice.pers_current_data set last_message_at = ${at}, readings = jsonb_build_object(
        'status', jsonb_build_object('distance', jsonb_build_array(${distance}::float8, now()::text)),
        'older', jsonb_build_object('distance', jsonb_build_array(9999, '2026-01-01')))
      where pers_id = ${persId}`);

  it("go from each device's first distance since Monday, in the company's time zone, to its newest", async () => {
    const ctx = await enter();
    const model = await makeModel();
    await db().insert(companyPreferences).values({ companyId: ctx.company.id, timeZone: zone });
    const [one, fell, silent] = [
      await makePers(ctx, model.id),
      await makePers(ctx, model.id),
      await makePers(ctx, model.id),
    ];
    const stranger = await makePers(await enter(), model.id);
    for (const [serial, minutes, distance] of [
      [one.nuSerialPersNumber, -1, 50],
      [one.nuSerialPersNumber, 0, "no number"],
      [one.nuSerialPersNumber, 1, 100],
      [one.nuSerialPersNumber, 2, 120],
      [fell.nuSerialPersNumber, 1, 900],
      [silent.nuSerialPersNumber, 1, 10],
      [stranger.nuSerialPersNumber, 1, 0],
    ] as const)
      await say(serial, minutes, distance);
    await newest(one.id, 142.5);
    await newest(fell.id, 3);
    await newest(silent.id, 500, sql`now() - interval '8 days'`);
    await newest(stranger.id, 1000);
    expect(await weekService.distance(ctx)).toEqual({ distance: 42.5 });
    expect(await weekService.distance(await enter())).toEqual({ distance: 0 });
  });
});

describe("firmware that is behind", () => {
  it("is that of devices for whose model a newer, active version of the same kind is offered", async () => {
    const ctx = await enter();
    const [model, other] = [await makeModel(), await makeModel()];
    const category = first(
      await db()
        .insert(firmwareCategories)
        .values({ label: `Figures ${++n}` })
        .returning(),
    );
    const version = async (firmwareVersion: string, more: Partial<typeof firmwareVersions.$inferInsert> = {}) => {
      const values = { firmwareVersion, categoryId: category.id, firmwareType: 1, isActivated: true, ...more };
      const made = { ...values, updateId: `u${++n}`, uuid: crypto.randomUUID() };
      return first(await db().insert(firmwareVersions).values(made).returning()).id;
    };
    const offer = (firmwareVersionId: string, modelPersId: string) =>
      db().insert(firmwareCompatibilities).values({ firmwareVersionId, modelPersId });
    const [old, same] = [await version("1.9.0"), await version("1.10.0")];
    const behind = async () => (await workspaceService.pers(ctx)).behind;
    await makePers(ctx, model.id, old);
    await makePers(ctx, model.id, same);
    await makePers(ctx, other.id, old);
    await makePers(ctx, model.id);
    expect(await behind()).toBe(0); // offered to no model
    await offer(await version("1.11.0", { firmwareType: 2 }), model.id);
    const off = await version("2.0.0", { isActivated: false });
    await offer(off, model.id);
    expect(await behind()).toBe(0);
    await offer(same, model.id);
    expect(await behind()).toBe(1); // 1.10.0 is newer than 1.9.0, and not than itself
    await db().update(firmwareVersions).set({ isActivated: true }).where(eq(firmwareVersions.id, off));
    expect(await behind()).toBe(2);
    const list = appRouter.createCaller(staffCtx(db())).pers.list;
    const listed = async (isFirmwareBehind: boolean, modelPERSId: string) =>
      (await list({ modelPERSId, isFirmwareBehind })).items.length;
    // A device of which no version is known is not behind.
    expect([await listed(true, model.id), await listed(false, model.id)]).toEqual([2, 1]);
    expect([await listed(true, other.id), await listed(false, other.id)]).toEqual([0, 1]);
  });

  it("of a device says nothing of how long it has been silent: that is a day", async () => {
    const ctx = await enter();
    const model = await makeModel();
    const [loud, quiet] = [await makePers(ctx, model.id), await makePers(ctx, model.id)];
    await db()
      .update(persCurrentData)
      .set({ lastMessageAt: new Date().toISOString() })
      .where(eq(persCurrentData.persId, loud.id));
    await db()
      .update(persCurrentData)
      .set({ lastMessageAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where(eq(persCurrentData.persId, quiet.id));
    expect(await workspaceService.pers(ctx)).toEqual({ total: 2, silent: 1, alerting: 0, urgent: 0, behind: 0 });
  });

  it("has its open alerts told, the gravest first, and those that need somebody counted", async () => {
    const ctx = await enter();
    const model = await makeModel();
    const [one, other] = [await makePers(ctx, model.id), await makePers(ctx, model.id)];
    const stranger = await makePers(await enter(), model.id);
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
    const raise = async (persId: string, rank: number, ago: number, isOver = false) => {
      const level = { label: `Level ${++n}`, color: "#0000ff", rank };
      const { id: levelAlertId } = first(await db().insert(levelAlerts).values(level).returning());
      const texts = { alertLabel: `Rank ${rank}`, topicAlert: "T", groupAlert: "G", code: `FIG-${++n}`, levelAlertId };
      const { id: alertId } = first(await db().insert(alerts).values(texts).returning());
      const endedAt = isOver ? hours(0) : null;
      await db()
        .insert(persAlerts)
        .values({ persId, alertId, startedAt: hours(ago), endedAt });
    };
    const urgent = async () => (await workspaceService.pers(ctx)).urgent;
    await raise(one.id, 3, 900);
    await raise(one.id, 2, 23);
    await raise(other.id, 1, 5, true);
    await raise(stranger.id, 1, 5);
    expect([await urgent(), await workspaceService.pers(ctx)]).toMatchObject([0, { alerting: 1 }]);
    await raise(other.id, 2, 25);
    expect(await urgent()).toBe(1);
    await raise(one.id, 1, 0);
    expect(await urgent()).toBe(2);
    const { items, hasMore } = await workspaceService.alerts(ctx);
    expect(items.map(({ name, persId }) => `${name} ${persId}`)).toEqual([
      `Rank 1 ${one.id}`,
      `Rank 2 ${one.id}`,
      `Rank 2 ${other.id}`,
      `Rank 3 ${one.id}`,
    ]);
    expect(hasMore).toBe(false);
    const gravest = await gravestAlertsOf(ctx, [one.id, other.id, stranger.id, crypto.randomUUID()]);
    expect([...gravest].map(([id, { name }]) => `${id} ${name}`).sort()).toEqual(
      [`${one.id} Rank 1`, `${other.id} Rank 2`, `${stranger.id} Rank 1`].sort(),
    );
  });

  it("alerts where an alert is open, however many, and no more once they ended", async () => {
    const ctx = await enter();
    const model = await makeModel();
    const [open, ended] = [await makePers(ctx, model.id), await makePers(ctx, model.id)];
    await makePers(ctx, model.id);
    const startedAt = "2026-06-01T00:00:00Z";
    const level = first(await db().insert(levelAlerts).values({ label: "L", color: "#0000ff", rank: 1 }).returning());
    const texts = { alertLabel: "A", topicAlert: "T", groupAlert: "G", levelAlertId: level.id };
    for (const endedAt of [null, null, startedAt]) {
      const alert = first(
        await db()
          .insert(alerts)
          .values({ ...texts, code: `FIG-${++n}` })
          .returning(),
      );
      const of = endedAt ? [open, ended] : [open];
      for (const { id: persId } of of)
        await db().insert(persAlerts).values({ persId, alertId: alert.id, startedAt, endedAt });
    }
    expect(await workspaceService.pers(ctx)).toMatchObject({ total: 3, alerting: 1 });
    await db().update(persAlerts).set({ endedAt: startedAt }).where(eq(persAlerts.persId, open.id));
    expect(await workspaceService.pers(ctx)).toMatchObject({ total: 3, alerting: 0 });
  });
});

it("vehicles are those of the company, two of three without a rider, and how far all of them went", async () => {
  const ctx = await enter();
  const brand = first(await db().insert(vehicleBrands).values({ name: "Figures" }).returning());
  const model = { vehicleBrandId: brand.id, nameVehicleModel: "F", vehicleType: "City" };
  const { id: vehicleModelId } = first(await db().insert(vehicleModels).values(model).returning());
  const rider = await makeUser(db(), { type: "Rider" });
  for (const [company, riderId, persDistance] of [
    [ctx.company.id, rider.id, 5],
    [ctx.company.id, null, 7],
    [ctx.company.id, null, 0],
    [(await makeCompany()).id, null, 100],
  ] as const) {
    const values = { vehicleModelId, vehicleSerialNumber: `FIG-${++n}`, riderId, persDistance };
    const vehicle = first(await db().insert(vehicles).values(values).returning());
    const link = { vehicleId: vehicle.id, companyId: company, linkType: 1, startDate: "2026-01-01T00:00:00Z" };
    await db().insert(companyVehicleLinks).values(link);
  }
  expect(await workspaceService.vehicles(ctx)).toEqual({ total: 3, withoutRider: 2, distance: 12 });
});

it("partners are counted by kind and answer, those whose invitation waits for staff among the invited", async () => {
  const ctx = await enter();
  const invite = async (
    kind: "dealer" | "subcontractor",
    status: "invited" | "accepted" | "refused" | "ended",
    invitationDate: string | null,
  ) => {
    const partner = await makeCompany();
    await db()
      .insert(companyLinks)
      .values({ companyId: ctx.company.id, linkedCompanyId: partner.id, name: "P", kind, status, invitationDate });
  };
  const day = "2026-06-01T00:00:00Z";
  await invite("dealer", "accepted", day);
  await invite("dealer", "invited", day);
  for (const never of [null, null]) await invite("dealer", "invited", never);
  await invite("dealer", "refused", day);
  await invite("dealer", "ended", day);
  await invite("subcontractor", "accepted", day);
  await db()
    .insert(companyLinks)
    .values({
      companyId: (await enter()).company.id,
      linkedCompanyId: ctx.company.id,
      name: "P",
      kind: "dealer",
      status: "accepted",
    });
  expect(await workspaceService.partners(ctx, "dealer")).toEqual({ accepted: 1, invited: 3, waiting: 2 });
  expect(await workspaceService.partners(ctx, "subcontractor")).toEqual({ accepted: 1, invited: 0, waiting: 0 });
});
