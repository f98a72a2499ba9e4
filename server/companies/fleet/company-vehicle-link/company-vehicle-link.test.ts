import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyVehicleLinks, dealerVehicles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { backoffice, bearer, byKey, makeCompany } from "@/server/testing/backoffice";
import { makePerson } from "@/server/testing/callers";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const ask = backoffice(db);
const make = deviceFactory(db);
const linksOf = (companyId: string) => `company/${companyId}/vehicle/links`;
const makeVehicle = async () => {
  const pers = await make.pers();
  return { pers, ...(await make.vehicle(pers.id)) };
};
const vehicleIdsOf = async (companyId: string) =>
  (await ask("GET", linksOf(companyId), bearer)).body.items.map(({ vehicle }) => (vehicle as { id: string }).id);

describe("vehicles of a company", () => {
  it("are linked one or several at a time, all or none", async () => {
    const company = await makeCompany(db());
    const [one, two, three] = [await makeVehicle(), await makeVehicle(), await makeVehicle()];
    const single = await ask("POST", linksOf(company.id), bearer, { vehicleId: one.id });
    expect([single.status, single.text]).toEqual([204, ""]);
    const vehicleIds = [two.id, crypto.randomUUID(), one.id, two.id];
    const refused = await ask("POST", linksOf(company.id), bearer, { vehicleIds });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          { path: "vehicleIds.1", message: "There is no such vehicle." },
          { path: "vehicleIds.2", message: expect.stringContaining(`${company.name} has it from`) },
          { path: "vehicleIds.3", message: "It is in the list twice." },
        ],
      },
    });
    expect(await vehicleIdsOf(company.id)).toEqual([one.id]);
    const several = { vehicleIds: [two.id, three.id], startDate: "2026-02-01" };
    expect((await ask("POST", linksOf(company.id), bearer, several)).status).toBe(204);
    expect(new Set(await vehicleIdsOf(company.id))).toEqual(new Set([one.id, two.id, three.id]));
    const trail = await db().select().from(auditLog).where(eq(auditLog.companyId, company.id));
    expect(trail.map(({ objectType, action }) => `${objectType} ${action}`)).toEqual(
      Array(3).fill("company-vehicle-link create"),
    );
  });

  it("need exactly one of vehicleId and vehicleIds", async () => {
    const company = await makeCompany(db());
    const { id } = await makeVehicle();
    expect((await ask("POST", linksOf(company.id), bearer, {})).status).toBe(422);
    expect((await ask("POST", linksOf(company.id), bearer, { vehicleId: id, vehicleIds: [id] })).status).toBe(422);
    expect((await ask("POST", linksOf(company.id), bearer, { vehicleIds: [] })).status).toBe(400);
  });

  it("are listed with what is on them, until the link ends", async () => {
    const company = await makeCompany(db());
    const { id: vehicleId, pers, vehicleBrandId } = await makeVehicle();
    await ask("POST", linksOf(company.id), bearer, { vehicleId, startDate: "2026-02-01" });
    const { status, body } = await ask("GET", linksOf(company.id), bearer);
    expect([status, body.items]).toEqual([
      200,
      [
        {
          id: expect.any(String),
          linkId: expect.any(String),
          vehicle: expect.objectContaining({ id: vehicleId }),
          vehicleModel: expect.objectContaining({ nameVehicleModel: "One" }),
          vehicleBrand: expect.objectContaining({ id: vehicleBrandId }),
          pers: { id: pers.id, nuSerialPersNumber: pers.nuSerialPersNumber },
          rider: null,
          persDistance: 0,
          startDate: "2026-02-01T00:00:00.000Z",
          dealer: null,
        },
      ],
    ]);
    const dealer = await makeCompany(db(), "DEALER", "Dealer Ltd");
    await db().insert(dealerVehicles).values({ vehicleId, companyId: dealer.id, grantedByCompanyId: company.id });
    expect((await ask("GET", linksOf(company.id), bearer)).body.items).toMatchObject([
      { dealer: { id: dealer.id, name: "Dealer Ltd" } },
    ]);
    const { vehicle, linkId } = body.items[0] as { vehicle: { vehicleSerialNumber: string }; linkId: string };
    const screen = appRouter.createCaller(staffCtx(db())).companyVehicleLinks;
    const found = async (fastSearchString: string) =>
      (await screen.rows({ companyId: company.id, fastSearchString })).items.map(({ id }) => id);
    expect(await found(vehicle.vehicleSerialNumber.toLowerCase())).toEqual([linkId]);
    expect(await found("no such vehicle")).toEqual([]);
    expect(await screen.get({ companyId: company.id, id: linkId })).toMatchObject({ id: linkId, vehicle });
    const one = `${linksOf(company.id)}/${body.items[0]?.linkId}`;
    const other = await makeCompany(db());
    expect((await ask("DELETE", `${linksOf(other.id)}/${body.items[0]?.linkId}`, bearer)).status).toBe(404);
    expect((await ask("DELETE", one, bearer)).status).toBe(204);
    expect((await ask("DELETE", one, bearer)).status).toBe(404);
    expect(await vehicleIdsOf(company.id)).toEqual([]);
    const [kept] = await db().select().from(companyVehicleLinks).where(eq(companyVehicleLinks.vehicleId, vehicleId));
    expect(kept?.endDate).not.toBeNull();
    expect((await ask("POST", linksOf(other.id), bearer, { vehicleId })).status).toBe(204);
    expect(await vehicleIdsOf(other.id)).toEqual([vehicleId]);
  });

  it("have one company where 20 ask at once", async () => {
    const { id: vehicleId } = await makeVehicle();
    const companies = await Promise.all(Array.from({ length: 20 }, () => makeCompany(db())));
    const answers = await Promise.all(companies.map(({ id }) => ask("POST", linksOf(id), bearer, { vehicleId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(422)]);
    expect(await db().$count(companyVehicleLinks, eq(companyVehicleLinks.vehicleId, vehicleId))).toBe(1);
  });

  it("keep their company through a removal that is undone", async () => {
    const company = await makeCompany(db());
    const { id } = await makeVehicle();
    await ask("POST", linksOf(company.id), bearer, { vehicleId: id });
    const { vehicles } = appRouter.createCaller(staffCtx(db()));
    await vehicles.update({ id, persId: null });
    await vehicles.remove({ id });
    expect(await vehicleIdsOf(company.id)).toEqual([]);
    await vehicles.restore({ id });
    expect(await vehicleIdsOf(company.id)).toEqual([id]);
  });
});

describe("vehicles of a company, by key", () => {
  const staffId = "00000000-0000-7000-8000-000000000001"; // of the bearer in these tests
  const as = (headers: Record<string, string>, userId?: string) =>
    userId === undefined ? headers : { ...headers, "bo-current-user-id": userId };

  it("are linked on behalf of a user, whom the trail names", async () => {
    const company = await makeCompany(db());
    const [user, { id: vehicleId }] = [await makePerson(db()), await makeVehicle()];
    expect((await ask("POST", linksOf(company.id), as(byKey, user.id), { vehicleId })).status).toBe(204);
    const [entry] = await db().select().from(auditLog).where(eq(auditLog.companyId, company.id));
    expect(entry).toMatchObject({ actorType: "user", actorId: user.id, actorLabel: "Cal Ler (by the key a key)" });
  });

  it("take no user that is missing, unreadable, unknown or disabled", async () => {
    const company = await makeCompany(db());
    const [disabled, { id: vehicleId }] = [await makePerson(db(), { status: "disabled" }), await makeVehicle()];
    const post = async (headers: Record<string, string>) => {
      const { status, body } = await ask("POST", linksOf(company.id), headers, { vehicleId });
      return [status, body.errors?.[0]?.path];
    };
    const header = "bo-current-user-id";
    expect(await post(byKey)).toEqual([400, header]);
    expect(await post(as(byKey, "nobody"))).toEqual([400, header]);
    expect(await post(as(byKey, crypto.randomUUID()))).toEqual([422, header]);
    expect(await post(as(byKey, disabled.id))).toEqual([422, header]);
    expect(await post(as({}, staffId))).toEqual([401, undefined]);
    expect(await vehicleIdsOf(company.id)).toEqual([]);
  });

  it("name the person of the bearer where both are sent", async () => {
    const company = await makeCompany(db());
    const { id: vehicleId } = await makeVehicle();
    const other = await makePerson(db());
    const post = async (headers: Record<string, string>) =>
      (await ask("POST", linksOf(company.id), headers, { vehicleId })).status;
    expect(await post(as(bearer, other.id))).toBe(422);
    expect(await post(as({ ...bearer, ...byKey }, other.id))).toBe(422);
    const scopeless = backoffice(db, { key: ["pers.read"] });
    const both = as({ ...bearer, ...byKey }, staffId);
    expect((await scopeless("POST", linksOf(company.id), both, { vehicleId })).status).toBe(403);
    expect(await post(both)).toBe(204);
  });
});
