import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  companies,
  companyPersLinks,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  dealerVehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const make = deviceFactory(db);
const call = () => appRouter.createCaller(staffCtx(db(), ["company-reach.read"])).companyReach;
type Reach = Awaited<ReturnType<ReturnType<typeof call>["ofPers"]>>["items"][number];

const begun = "2026-01-01T00:00:00.000Z";
const over = "2026-02-01T00:00:00.000Z";
const future = "2200-01-01T00:00:00.000Z";
const said = ({ company, why, linkType, grantedBy }: Reach) =>
  [company.name, why, linkType, grantedBy?.name].filter(Boolean).join(" ");
const reasons = async (asked: Promise<{ items: Reach[] }>) => (await asked).items.map(said);

/** A device on a vehicle, and another device and another vehicle of the same brand that have nothing to do with them. */
async function world() {
  const [pers, other] = [await make.pers(), await make.pers()];
  const vehicle = await make.vehicle(pers.id);
  return { pers, other, vehicle, brandId: vehicle.vehicleBrandId };
}

const linkPers = (values: Omit<typeof companyPersLinks.$inferInsert, "startDate"> & { startDate?: string }) =>
  db()
    .insert(companyPersLinks)
    .values({ startDate: begun, ...values });

describe("who can reach a PERS device or a vehicle", () => {
  it("by a link to the device that counts now", async () => {
    const { pers, other, vehicle } = await world();
    const [maker, mender, former, next] = [
      await makeCompany(db(), "MANUFACTURER", "A maker"),
      await makeCompany(db(), "SUBCONTRACTOR", "B mender"),
      await makeCompany(db(), "MANUFACTURER", "C former"),
      await makeCompany(db(), "MANUFACTURER", "D next"),
    ];
    const startDate = "2025-06-01T00:00:00.000Z";
    await linkPers({ persId: pers.id, companyId: former.id, linkType: 1, startDate, endDate: begun });
    await linkPers({ persId: pers.id, companyId: maker.id, linkType: 1, endDate: future });
    await linkPers({ persId: pers.id, companyId: next.id, linkType: 1, startDate: future });
    await linkPers({ persId: pers.id, companyId: mender.id, linkType: 2, grantedByCompanyId: maker.id });
    const expected = ["A maker pers 1", "B mender pers 2 A maker"];
    expect(await reasons(call().ofPers({ id: pers.id }))).toEqual(expected);
    expect(await reasons(call().ofVehicle({ id: vehicle.id }))).toEqual(expected);
    expect(await reasons(call().ofPers({ id: other.id }))).toEqual([]);
    const [first] = (await call().ofPers({ id: pers.id })).items;
    expect(first).toMatchObject({
      company: { id: maker.id, name: "A maker" },
      linked: { id: pers.id, name: pers.nuSerialPersNumber },
      startDate: begun,
      endDate: future,
      grantedBy: null,
    });
  });

  it("by a link to the vehicle, and to the brand of the vehicle", async () => {
    const { pers, vehicle, brandId } = await world();
    const [fleet, formerFleet, maker] = [
      await makeCompany(db(), "FLEET", "E fleet"),
      await makeCompany(db(), "FLEET", "F former fleet"),
      await makeCompany(db(), "MANUFACTURER", "G brand"),
    ];
    const vehicleId = vehicle.id;
    await db()
      .insert(companyVehicleLinks)
      .values([
        { vehicleId, companyId: formerFleet.id, startDate: begun, endDate: over },
        { vehicleId, companyId: fleet.id, startDate: over },
      ]);
    await db().insert(companyVehicleBrandLinks).values({ companyId: maker.id, vehicleBrandId: brandId, linkType: 1 });
    const expected = ["E fleet vehicle", "G brand brand 1"];
    expect(await reasons(call().ofVehicle({ id: vehicleId }))).toEqual(expected);
    expect(await reasons(call().ofPers({ id: pers.id }))).toEqual(expected);
    expect((await call().ofVehicle({ id: vehicleId })).items.map(({ linked }) => linked.id)).toEqual([
      vehicleId,
      brandId,
    ]);
  });

  it("by a brand that was handed over only where the company that did has the device or the vehicle itself", async () => {
    const { pers, vehicle, brandId } = await world();
    const [giver, taker] = [
      await makeCompany(db(), "MANUFACTURER", "H giver"),
      await makeCompany(db(), "SUBCONTRACTOR", "I taker"),
    ];
    const granted = { companyId: taker.id, vehicleBrandId: brandId, linkType: 2, grantedByCompanyId: giver.id };
    await db().insert(companyVehicleBrandLinks).values(granted);
    expect(await reasons(call().ofVehicle({ id: vehicle.id }))).toEqual([]);
    await linkPers({ persId: pers.id, companyId: giver.id, linkType: 2 });
    expect(await reasons(call().ofVehicle({ id: vehicle.id }))).toEqual(["H giver pers 2"]);
    await linkPers({ persId: pers.id, companyId: giver.id, linkType: 1 });
    const both = ["H giver pers 1", "H giver pers 2", "I taker brand 2 H giver"];
    expect(await reasons(call().ofVehicle({ id: vehicle.id }))).toEqual(both);
    expect(await reasons(call().ofPers({ id: pers.id }))).toEqual(both);
  });

  it("as the dealer of the vehicle, while who handed it over has it itself", async () => {
    const { pers, vehicle } = await world();
    const [maker, dealer, next] = [
      await makeCompany(db(), "MANUFACTURER", "J maker"),
      await makeCompany(db(), "DEALER", "K dealer"),
      await makeCompany(db(), "MANUFACTURER", "L next"),
    ];
    const vehicleId = vehicle.id;
    await db().insert(dealerVehicles).values({ vehicleId, companyId: dealer.id, grantedByCompanyId: maker.id });
    expect(await reasons(call().ofVehicle({ id: vehicleId }))).toEqual([]);
    await db().insert(companyVehicleLinks).values({ vehicleId, companyId: maker.id, startDate: begun });
    const expected = ["J maker vehicle", "K dealer dealer J maker"];
    expect(await reasons(call().ofVehicle({ id: vehicleId }))).toEqual(expected);
    expect(await reasons(call().ofPers({ id: pers.id }))).toEqual(expected);
    const now = new Date().toISOString();
    await db().update(companyVehicleLinks).set({ endDate: now }).where(eq(companyVehicleLinks.vehicleId, vehicleId));
    await db().insert(companyVehicleLinks).values({ vehicleId, companyId: next.id, startDate: now });
    expect(await reasons(call().ofVehicle({ id: vehicleId }))).toEqual(["L next vehicle"]);
  });

  it("by a device that was handed over only while who did fits it", async () => {
    const { pers } = await world();
    const [maker, mender] = [
      await makeCompany(db(), "MANUFACTURER", "M maker"),
      await makeCompany(db(), "SUBCONTRACTOR"),
    ];
    const granted = { persId: pers.id, companyId: mender.id, linkType: 2, grantedByCompanyId: maker.id };
    await linkPers(granted);
    expect(await reasons(call().ofPers({ id: pers.id }))).toEqual([]);
    await linkPers({ persId: pers.id, companyId: maker.id, linkType: 1 });
    expect(await reasons(call().ofPers({ id: pers.id }))).toHaveLength(2);
  });

  it("no company that is disabled", async () => {
    const { pers } = await world();
    const company = await makeCompany(db());
    await linkPers({ persId: pers.id, companyId: company.id, linkType: 1 });
    expect(await reasons(call().ofPers({ id: pers.id }))).toHaveLength(1);
    await db().update(companies).set({ status: "disabled" });
    expect(await reasons(call().ofPers({ id: pers.id }))).toEqual([]);
    await db().update(companies).set({ status: "active" });
  });

  it("is told with the right to know it, of what there is", async () => {
    const { pers, vehicle } = await world();
    const rights = permissionCodes.filter((code) => code !== "company-reach.read");
    const without = appRouter.createCaller(staffCtx(db(), rights)).companyReach;
    expect(await failure(without.ofPers({ id: pers.id }))).toMatchObject({ status: 403 });
    expect(await failure(without.ofVehicle({ id: vehicle.id }))).toMatchObject({ status: 403 });
    expect(await failure(call().ofPers({ id: vehicle.id }))).toMatchObject({ status: 404 });
    expect(await failure(call().ofVehicle({ id: pers.id }))).toMatchObject({ status: 404 });
  });
});
