import type { Database } from "@/db/client";
import {
  companyPersLinks,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  modelPers,
  pers,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import type { CategoryCode } from "@/seed/base";
import { makeCompanyRole, makeMembership, memberIn } from "@/server/companies/testing";
import { permissionCatalogue, permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { makeCompany } from "@/server/testing/backoffice";

const startDate = "2026-01-01T00:00:00.000Z";
let n = 0;

const companyRights = permissionCodes.filter((code) => permissionCatalogue[code].group === "PRO_CENTER");

/** A company of a seeded category whose admin holds all that the category allows, and what that person may call. */
export async function makeWorkspace(db: Database, category: CategoryCode, name?: string) {
  const company = await makeCompany(db, category, name);
  const role = await makeCompanyRole(db, company.id, companyRights, { isDefault: true });
  const { user } = await makeMembership(db, company.id, { isAdmin: true, companyRoleId: role.id });
  const companyId = company.id;
  return { company, companyId, user, call: appRouter.createCaller(await memberIn(db, user, companyId)) };
}
export type Workspace = Awaited<ReturnType<typeof makeWorkspace>>;

/** An accepted partnership between two companies. @returns the id of its link */
export async function makePartners(
  from: Workspace,
  to: Workspace,
  kind: "dealers" | "subcontractors",
): Promise<string> {
  const { name, registerNumber } = to.company;
  const partner = { name, registerNumber, email: to.user.email };
  const { id } = await from.call[kind].create({ companyId: from.companyId, ...partner });
  await to.call.manufacturers.answer({ companyId: to.companyId, id, status: "accepted" });
  return id;
}

/** Devices that the company fits. */
export async function makeFitted(db: Database, companyId: string, count: number) {
  const [model] = await db
    .insert(modelPers)
    .values({ label: `Model ${++n}` })
    .returning();
  const serials = Array.from({ length: count }, () => `P-${String(++n).padStart(5, "0")}`);
  const rows = await db
    .insert(pers)
    .values(serials.map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: model?.id ?? "" })))
    .returning();
  await db.insert(companyPersLinks).values(rows.map(({ id }) => ({ persId: id, companyId, linkType: 1, startDate })));
  return rows.map(({ id, nuSerialPersNumber }) => ({ id, serial: nuSerialPersNumber }));
}

/** A brand that the company makes, and vehicles of it that are the company's; a device on each where some are given. */
export async function makeFleet(db: Database, companyId: string, count: number, persIds: string[] = []) {
  const [brand] = await db
    .insert(vehicleBrands)
    .values({ name: `Brand ${++n}` })
    .returning();
  const vehicleBrandId = brand?.id ?? "";
  await db.insert(companyVehicleBrandLinks).values({ companyId, vehicleBrandId, linkType: 1 });
  const fleet = await addVehicles(db, { companyId, vehicleBrandId, count, persIds });
  return { vehicleBrandId, vehicles: fleet };
}

interface More {
  /** whose they are */
  companyId: string;
  vehicleBrandId: string;
  count: number;
  persIds?: string[];
}

/** More vehicles of a brand. */
export async function addVehicles(db: Database, { companyId, vehicleBrandId, count, persIds = [] }: More) {
  const [model] = await db
    .insert(vehicleModels)
    .values({ vehicleBrandId, nameVehicleModel: `Model ${++n}`, vehicleType: "City" })
    .returning();
  const rows = await db
    .insert(vehicles)
    .values(
      Array.from({ length: count }, (_, index) => ({
        vehicleModelId: model?.id ?? "",
        vehicleSerialNumber: `V-${String(++n).padStart(5, "0")}`,
        persId: persIds[index],
      })),
    )
    .returning();
  await db.insert(companyVehicleLinks).values(rows.map(({ id }) => ({ vehicleId: id, companyId, startDate })));
  return rows.map(({ id, vehicleSerialNumber }) => ({ id, serial: vehicleSerialNumber }));
}
