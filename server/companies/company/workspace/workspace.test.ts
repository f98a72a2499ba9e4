import { beforeAll, describe, expect, it } from "vitest";
import {
  companies,
  companyPersLinks,
  companyRoles,
  modelPers,
  pers,
  persCurrentData,
  userCompanies,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { type CategoryCode, categoryId, seedBase } from "@/seed/base";
import { actorOf } from "@/server/identity/actor";
import { anonymous, makeUser } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Permission } from "@/server/permissions";
import { readScreen } from "@/server/testing/ask";
import { credentialsOf } from "@/server/testing/callers";
import { speaking } from "@/texts/node";
import { workspaceService } from "./workspace.service";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const first = <T>([row]: T[]) => {
  if (!row) throw new Error("no row");
  return row;
};
type Person = Awaited<ReturnType<typeof makeUser>>;
const as = (user: Person): KnownCtx => ({ ...anonymous(db()), actor: actorOf(user) });

let n = 0;
async function makeCompany(category: CategoryCode) {
  const values = { name: `Own ${++n}`, registerNumber: `WS-${n}`, companyCategoryId: categoryId(category) };
  return first(await db().insert(companies).values(values).returning());
}
async function join(user: Person, companyId: string, permissions: Permission[], status = "active" as const) {
  const role = first(
    await db()
      .insert(companyRoles)
      .values({ title: `Role ${++n}`, companyId, permissions })
      .returning(),
  );
  const values = { userId: user.id, companyId, companyRoleId: role.id, status };
  return first(await db().insert(userCompanies).values(values).returning());
}
async function makePers(companyId: string, ended = false) {
  const model = first(
    await db()
      .insert(modelPers)
      .values({ label: `Model ${++n}` })
      .returning(),
  );
  const device = first(
    await db()
      .insert(pers)
      .values({ nuSerialPersNumber: `WS-${n}`, modelPERSId: model.id })
      .returning(),
  );
  const endDate = ended ? "2026-02-01T00:00:00Z" : null;
  const link = { persId: device.id, companyId, linkType: 1, startDate: "2026-01-01T00:00:00Z", endDate };
  await db().insert(companyPersLinks).values(link);
  return device;
}
async function makeVehicle(fields: { persId?: string; riderId?: string; nameVehicle?: string }) {
  const brand = first(
    await db()
      .insert(vehicleBrands)
      .values({ name: `Brand ${++n}` })
      .returning(),
  );
  const values = { nameVehicleModel: `Bike ${n}`, vehicleBrandId: brand.id, vehicleType: "city" };
  const model = first(await db().insert(vehicleModels).values(values).returning());
  await db()
    .insert(vehicles)
    .values({ vehicleModelId: model.id, vehicleSerialNumber: `V-${n}`, ...fields });
}
/** What each part of the workspace answers at the typed door: its data, or its problem. */
async function answersFor(user: Person, companyId: string) {
  const { cookie } = await credentialsOf(db(), user);
  const parts = ["home", "pers", "vehicles", "members"].map(async (part) => {
    const { text } = await readScreen(`workspace.${part}`, { companyId }, { headers: { cookie } });
    const { result, error } = JSON.parse(text);
    return [part, result?.data ?? error.data.problem] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}
const everything: Permission[] = ["company-pers.read", "company-vehicle.read", "company-member.read"];

describe("a company's workspace", () => {
  it("counts what is the company's, for who may see it", async () => {
    const [company, other] = [await makeCompany("MANUFACTURER"), await makeCompany("MANUFACTURER")];
    const user = await makeUser(db(), { type: "Pro Center Admin" });
    await join(user, company.id, everything);
    const [device, silent] = [await makePers(company.id), await makePers(company.id)];
    await makePers(company.id, true);
    await makePers(other.id);
    const heard = { lastMessageAt: new Date().toISOString() };
    await db()
      .insert(persCurrentData)
      .values({ persId: device.id, ...heard })
      .onConflictDoUpdate({ target: persCurrentData.persId, set: heard });
    await makeVehicle({ persId: device.id, riderId: user.id });
    await makeVehicle({ persId: silent.id });
    await makeVehicle({});
    const invited = await makeUser(db(), { type: "Pro Center Member" });
    await db().insert(userCompanies).values({ userId: invited.id, companyId: company.id, status: "invited" });
    const answers = await answersFor(user, company.id);
    expect(answers).toMatchObject({
      home: { company: { name: company.name, category: "Manufacturer" } },
      pers: { total: 2, silent: 1 },
      vehicles: { total: 2, withoutRider: 1 },
      members: { active: 1, invited: 1 },
    });
    const held = answers.home.permissions.map(({ code }: { code: string }) => code);
    expect(held).toEqual([...everything].sort());
  });

  it("shows no figure beyond the role, nor beyond the category's ceiling", async () => {
    const [fleet, dealer] = [await makeCompany("FLEET"), await makeCompany("DEALER")];
    const user = await makeUser(db(), { type: "Pro Center Member" });
    await join(user, fleet.id, ["company-vehicle.read"]);
    await join(user, dealer.id, everything);
    const refused = { code: "forbidden" };
    expect(await answersFor(user, fleet.id)).toMatchObject({ pers: refused, vehicles: { total: 0 }, members: refused });
    expect(await answersFor(user, dealer.id)).toMatchObject({ pers: refused, vehicles: {}, members: { active: 1 } });
  });

  it("shows its home to who belongs to it, without any right, and to staff only what is no home of theirs", async () => {
    const company = await makeCompany("FLEET");
    const user = await makeUser(db(), { type: "Pro Center Member" });
    await join(user, company.id, []);
    expect(await answersFor(user, company.id)).toMatchObject({ home: { permissions: [] } });
    const inFrench = await speaking({ language: "fr", timeZone: "UTC" }, () => answersFor(user, company.id));
    expect(inFrench).toMatchObject({ home: { company: { category: "Flotte" } } });
    const staff = await makeUser(db(), { permissions: everything });
    expect(await answersFor(staff, company.id)).toMatchObject({
      home: { code: "forbidden" },
      members: { active: 1, invited: 0 },
    });
  });
});

it("a rider sees the vehicles they ride, and no others", async () => {
  const [rider, other] = [await makeUser(db(), { type: "Rider" }), await makeUser(db(), { type: "Rider" })];
  await makeVehicle({ riderId: rider.id, nameVehicle: "Mine" });
  await makeVehicle({ riderId: other.id, nameVehicle: "Theirs" });
  expect((await workspaceService.ownVehicles(as(rider))).items.map((one) => one.name)).toEqual(["Mine"]);
});
