import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyPersLinks, companyVehicleLinks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { search } from "@/server/overview/search/search.service";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { readScreen } from "@/server/testing/ask";
import { credentialsOf } from "@/server/testing/callers";
import { makeCompany, makeCompanyRole, makeMembership } from "../testing";
import { companyService } from "./company.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

it("counts the people of a company, without those who left", async () => {
  const company = await makeCompany(db());
  for (const status of ["active", "invited", "disabled"] as const) await makeMembership(db(), company.id, { status });
  await makeMembership(db(), (await makeCompany(db())).id);
  const { items } = await companyService.list(staffCtx(db()), { limit: 100 });
  expect(items.find(({ id }) => id === company.id)).toMatchObject({
    name: company.name,
    category: { id: company.companyCategoryId, label: expect.any(String) },
    peopleCount: 2,
  });
  expect(await failure(companyService.get(staffCtx(db()), crypto.randomUUID()))).toMatchObject({ status: 404 });
});

it("is found by its register number, by who may see companies", async () => {
  const company = await makeCompany(db());
  const term = company.registerNumber;
  expect((await search(staffCtx(db(), ["company.read"]), term)).items).toMatchObject([{ id: company.id }]);
  expect((await search(staffCtx(db(), ["role.read"]), term)).items).toEqual([]);
});

const as = (rights?: Permission[]) => appRouter.createCaller(staffCtx(db(), rights)).companies;
let n = 0;
const values = (fields: object = {}) => ({
  name: "Made",
  registerNumber: `MADE-${++n}`,
  companyCategoryId: categoryId("FLEET"),
  ...fields,
});

it("counts the PERS and the vehicles that a company has now", async () => {
  const company = await makeCompany(db());
  const [startDate, endDate] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
  const call = appRouter.createCaller(staffCtx(db()));
  const { id: modelPERSId } = await call.modelPers.create({ label: "Counted" });
  const persOf = (nuSerialPersNumber: string) => call.pers.create({ nuSerialPersNumber, modelPERSId });
  const [first, second] = [await persOf("COUNT-1"), await persOf("COUNT-2")];
  const link = { companyId: company.id, startDate };
  await db()
    .insert(companyPersLinks)
    .values([
      { ...link, persId: first.id, linkType: 1 },
      { ...link, persId: first.id, linkType: 2 },
      { ...link, persId: second.id, linkType: 1, endDate },
    ]);
  const { id: vehicleBrandId } = await call.vehicleBrands.create({ name: "Counted" });
  const { id: vehicleModelId } = await call.vehicleModels.create({
    vehicleBrandId,
    nameVehicleModel: "Counted",
    vehicleType: "City",
  });
  const vehicleOf = (vehicleSerialNumber: string) => call.vehicles.create({ vehicleSerialNumber, vehicleModelId });
  const [mine, former] = [await vehicleOf("COUNT-1"), await vehicleOf("COUNT-2")];
  await db()
    .insert(companyVehicleLinks)
    .values([
      { ...link, vehicleId: mine.id },
      { ...link, vehicleId: former.id, endDate },
    ]);
  expect(await as().get({ id: company.id })).toMatchObject({ persCount: 1, vehiclesCount: 1 });
});

describe("staff", () => {
  it("make companies and change them, each in the history", async () => {
    const made = await as().create(values({ email: "Contact@Velora.demo", address: "1 Rue, 75001 Paris" }));
    expect(made).toMatchObject({ status: "active", email: "contact@velora.demo", peopleCount: 0, persCount: 0 });
    const changed = await as().update({ id: made.id, name: "Renamed", ifMatch: `"${made.version}"` });
    expect(changed).toMatchObject({ name: "Renamed", registerNumber: made.registerNumber, version: 2 });
    const stale = await failure(as().update({ id: made.id, name: "Again", ifMatch: `"${made.version}"` }));
    expect(stale).toMatchObject({ status: 412 });
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, made.id));
    expect(trail.map(({ objectType, action }) => [objectType, action]).sort()).toEqual([
      ["company", "create"],
      ["company", "update"],
    ]);
  });

  it("need the right, a register number of its own, and a category that exists", async () => {
    expect(await failure(as(["company.read"]).create(values()))).toMatchObject({ status: 403 });
    const made = await as(["company.write"]).create(values());
    expect(await failure(as(["company.read"]).update({ id: made.id, name: "No" }))).toMatchObject({ status: 403 });
    const same = values({ registerNumber: made.registerNumber });
    expect(await failure(as().create(same))).toMatchObject({ status: 422, errors: [{ path: "registerNumber" }] });
    const lost = { companyCategoryId: crypto.randomUUID() };
    const unknown = { status: 422, errors: [{ path: "companyCategoryId" }] };
    expect(await failure(as().create(values(lost)))).toMatchObject(unknown);
    expect(await failure(as().update({ id: made.id, ...lost }))).toMatchObject(unknown);
  });

  it("disable a company, whose people lose access at their next request, and enable it again", async () => {
    const company = await makeCompany(db());
    const role = await makeCompanyRole(db(), company.id, ["company-member.read"]);
    const { user } = await makeMembership(db(), company.id, { companyRoleId: role.id });
    const { cookie } = await credentialsOf(db(), user);
    const members = async () =>
      (await readScreen("workspace.members", { companyId: company.id }, { headers: { cookie } })).status;
    expect(await members()).toBe(200);
    await as().update({ id: company.id, status: "disabled" });
    expect(await members()).toBe(403);
    await as().update({ id: company.id, status: "active" });
    expect(await members()).toBe(200);
  });

  it("neither give nor take rights that they do not hold, by its status or by its category", async () => {
    const company = await makeCompany(db(), ["company-member.read"]);
    const other = await makeCompany(db(), ["company-member.read", "company-pers.read"]);
    const { id } = company;
    const { companyCategoryId } = other;
    const bare = as(["company.write"]);
    expect(await failure(bare.update({ id, status: "disabled" }))).toMatchObject({ status: 403 });
    expect(await failure(bare.update({ id, companyCategoryId }))).toMatchObject({ status: 403 });
    expect(await bare.update({ id, name: "Named anew" })).toMatchObject({ name: "Named anew" });
    expect(await as(["company.write", "company-pers.read"]).update({ id, companyCategoryId })).toMatchObject({
      companyCategoryId,
      category: { id: companyCategoryId },
    });
    const back = { id, companyCategoryId: company.companyCategoryId };
    expect(await failure(as(["company.write", "company-member.read"]).update(back))).toMatchObject({ status: 403 });
    expect(
      await failure(as(["company.write", "company-pers.read"]).update({ ...back, status: "disabled" })),
    ).toMatchObject({
      status: 403,
    });
  });
});

it("tells the last things that happened in a company, as far as the caller may read them", async () => {
  const call = appRouter.createCaller(staffCtx(db()));
  const { id: companyId } = await call.companies.create(values());
  await call.companyTeams.create({ companyId, name: "Couriers" });
  await call.companies.update({ id: companyId, name: "Renamed" });
  const other = await call.companies.create(values());
  await call.companyTeams.create({ companyId: other.id, name: "Theirs" });
  const latest = async (rights?: Permission[]) => {
    const { items } = await appRouter.createCaller(staffCtx(db(), rights)).audit.latestOfCompany({ companyId });
    return items.map(({ action, objectType, objectLabel }) => `${action} ${objectType} ${objectLabel}`);
  };
  const [team, own] = ["create company-team Couriers", ["update company Renamed", "create company Made"]];
  expect(await latest()).toEqual([own[0], team, own[1]]);
  expect(await latest(["audit.read", "company-team.read"])).toEqual([team]);
  expect(await latest(["audit.read", "company.read"])).toEqual(own);
  expect(await failure(latest(["company.read"]))).toMatchObject({ status: 403 });
});
