import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  companies,
  companyPersLinks,
  companyRoles,
  modelPers,
  pers,
  persCurrentData,
  sessions,
  userCompanies,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { type CategoryCode, categoryId, seedBase } from "@/seed/base";
import { actorOf } from "@/server/identity/actor";
import { anonymous, makeUser } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/context";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
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
    expect(await workspaceService.home(as(user), company.id)).toMatchObject({
      company: { name: company.name, category: "Manufacturer" },
      pers: { total: 2, silent: 1 },
      vehicles: { total: 2, withoutRider: 1 },
      members: { active: 1, invited: 1 },
    });
  });

  it("shows no figure beyond the role, nor beyond the category's ceiling", async () => {
    const [fleet, dealer] = [await makeCompany("FLEET"), await makeCompany("DEALER")];
    const user = await makeUser(db(), { type: "Pro Center Member" });
    await join(user, fleet.id, ["company-vehicle.read"]);
    await join(user, dealer.id, everything);
    const figures = async (id: string) => {
      const { pers, vehicles, members } = await workspaceService.home(as(user), id);
      return [pers, vehicles, members].map((figure) => figure !== null);
    };
    expect(await figures(fleet.id)).toEqual([false, true, false]);
    expect(await figures(dealer.id)).toEqual([false, true, true]);
  });

  it("is closed to everybody else: strangers, staff, the invited, and who was there", async () => {
    const company = await makeCompany("FLEET");
    const user = await makeUser(db(), { type: "Pro Center Member" });
    const membership = await join(user, company.id, everything);
    const closed = async (ctx: KnownCtx) => (await failure(workspaceService.home(ctx, company.id))).status;
    expect(await closed(as(await makeUser(db(), { type: "Pro Center Admin" })))).toBe(404);
    expect(await closed(staffCtx(db()))).toBe(404);
    for (const status of ["invited", "disabled"] as const) {
      await db().update(userCompanies).set({ status }).where(eq(userCompanies.id, membership.id));
      expect(await closed(as(user))).toBe(404);
    }
    await db().update(userCompanies).set({ status: "active" }).where(eq(userCompanies.id, membership.id));
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, company.id));
    expect(await closed(as(user))).toBe(404);
  });

  it("is the one that was switched to, and no other of that member's", async () => {
    const [one, two] = [await makeCompany("FLEET"), await makeCompany("FLEET")];
    const [staff, user] = [await makeUser(db()), await makeUser(db(), { type: "Pro Center Member" })];
    const membership = await join(user, one.id, everything);
    await join(user, two.id, everything);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const values = {
      userId: user.id,
      kind: "browser" as const,
      actUserId: staff.id,
      userCompanyId: membership.id,
      expiresAt,
    };
    const session = first(await db().insert(sessions).values(values).returning());
    const ctx: KnownCtx = { ...anonymous(db()), actor: { ...actorOf(user, session.id), actingId: staff.id } };
    expect((await workspaceService.home(ctx, one.id)).company.name).toBe(one.name);
    expect((await failure(workspaceService.home(ctx, two.id))).status).toBe(404);
  });
});

it("a rider sees the vehicles they ride, and no others", async () => {
  const [rider, other] = [await makeUser(db(), { type: "Rider" }), await makeUser(db(), { type: "Rider" })];
  await makeVehicle({ riderId: rider.id, nameVehicle: "Mine" });
  await makeVehicle({ riderId: other.id, nameVehicle: "Theirs" });
  expect((await workspaceService.ownVehicles(as(rider))).items.map((one) => one.name)).toEqual(["Mine"]);
});
