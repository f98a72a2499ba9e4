import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import {
  companies,
  companyPersLinks,
  firmwareVersions,
  modelPers,
  pers,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { contains } from "@/server/kit/list";

export const linkTypes = { manufacturer: 1, subcontractor: 2 } as const;

const isId = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** PERS on a vehicle for which the condition holds; the inner query has the trigram indexes. */
export const onVehicle = (condition: SQL) =>
  sql`${pers.id} in (select ${vehicles.persId} from ${vehicles} where ${condition})`;

/** PERS on a vehicle of a brand, by its id or part of its name. */
export const ofBrand = (value: string) =>
  onVehicle(sql`${vehicles.vehicleModelId} in (
    select ${vehicleModels.id} from ${vehicleModels}
    join ${vehicleBrands} on ${vehicleBrands.id} = ${vehicleModels.vehicleBrandId}
    where ${isId(value) ? eq(vehicleBrands.id, value) : contains(vehicleBrands.name)(value)})`);

/** PERS with an open link of that type to a company, by its id or part of its name. */
export const ofCompany = (linkType: number) => (value: string) =>
  sql`${pers.id} in (select ${companyPersLinks.persId} from ${companyPersLinks}
    where ${companyPersLinks.linkType} = ${linkType} and ${companyPersLinks.endDate} is null and ${companyPersLinks.companyId} in (
      select ${companies.id} from ${companies} where ${isId(value) ? eq(companies.id, value) : contains(companies.name)(value)}))`;

const linkedCompany = (linkType: number) => sql<{ id: string; name: string } | null>`(
  select json_build_object('id', ${companies.id}, 'name', ${companies.name}) from ${companyPersLinks}
  join ${companies} on ${companies.id} = ${companyPersLinks.companyId}
  where ${companyPersLinks.persId} = ${pers.id} and ${companyPersLinks.linkType} = ${linkType} and ${companyPersLinks.endDate} is null)`;

interface VehicleRef {
  id: string;
  nameVehicle: string | null;
  vehicleSerialNumber: string;
  vehicleRegistrationNumber: string | null;
  vehicleBrand: string;
}

const vehicle = sql<VehicleRef | null>`(
  select json_build_object('id', ${vehicles.id}, 'nameVehicle', ${vehicles.nameVehicle},
    'vehicleSerialNumber', ${vehicles.vehicleSerialNumber},
    'vehicleRegistrationNumber', ${vehicles.vehicleRegistrationNumber}, 'vehicleBrand', ${vehicleBrands.name})
  from ${vehicles} join ${vehicleModels} on ${vehicleModels.id} = ${vehicles.vehicleModelId}
  join ${vehicleBrands} on ${vehicleBrands.id} = ${vehicleModels.vehicleBrandId} where ${vehicles.persId} = ${pers.id})`;

export const kitDiffers = sql<boolean>`(${pers.currentKitConfiguration} is distinct from ${pers.initialKitConfiguration})`;

const { activationPinHash: _, ...shown } = getTableColumns(pers);

/** PERS with their relations. Scalar subqueries, because planning one join of ten tables costs more than reading the page. */
export const loadPers = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({
      ...shown,
      modelPERS: { id: modelPers.id, label: modelPers.label },
      firmwareVersion: { id: firmwareVersions.id, firmwareVersion: firmwareVersions.firmwareVersion },
      vehicle,
      manufacturer: linkedCompany(linkTypes.manufacturer),
      subcontractor: linkedCompany(linkTypes.subcontractor),
      kitDiffers,
    })
    .from(pers)
    .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
    .leftJoin(firmwareVersions, eq(firmwareVersions.id, pers.firmwareVersionId))
    .where(inArray(pers.id, ids));
