import { and, asc, eq, isNull, or } from "drizzle-orm";
import {
  companyVehicleBrandLinks as brandLinks,
  dealerVehicles,
  modelPers,
  pers,
  companyPersLinks as persLinks,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { dealerVehicleCounts, persLinkCounts } from "@/server/devices/reach/fleet-reach.service";
import { isCurrent } from "@/server/devices/reach/link-period.service";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";

/** Who hands over, and to whom. */
export interface Grant {
  companyId: string;
  linkedCompanyId: string;
}

/** The devices, brands and vehicles that a company handed to its partner, as conditions. */
export const persOf = ({ companyId, linkedCompanyId }: Grant) =>
  and(
    eq(persLinks.linkType, 2),
    eq(persLinks.grantedByCompanyId, companyId),
    eq(persLinks.companyId, linkedCompanyId),
    isCurrent(persLinks),
  );
export const brandsOf = ({ companyId, linkedCompanyId }: Grant) =>
  and(
    eq(brandLinks.linkType, 2),
    eq(brandLinks.grantedByCompanyId, companyId),
    eq(brandLinks.companyId, linkedCompanyId),
  );
export const vehiclesOf = ({ companyId, linkedCompanyId }: Grant) =>
  and(eq(dealerVehicles.grantedByCompanyId, companyId), eq(dealerVehicles.companyId, linkedCompanyId));

/** What is shown of a device and of a vehicle that is handed over. */
export const shownPers = {
  id: pers.id,
  nuSerialPersNumber: pers.nuSerialPersNumber,
  modelPERS: { id: modelPers.id, label: modelPers.label },
};
export const shownVehicle = {
  id: vehicles.id,
  vehicleSerialNumber: vehicles.vehicleSerialNumber,
  nameVehicle: vehicles.nameVehicle,
  nameVehicleModel: vehicleModels.nameVehicleModel,
  vehicleBrand: vehicleBrands.name,
};

/** What a partner has from one company. */
export const partnerHoldingService = {
  /** The devices that count, by serial number. */
  persOf: (ctx: Ctx, grant: Grant) =>
    ctx.db
      .select(shownPers)
      .from(persLinks)
      .innerJoin(pers, eq(pers.id, persLinks.persId))
      .innerJoin(modelPers, eq(modelPers.id, pers.modelPERSId))
      .where(and(persOf(grant), persLinkCounts(persLinks)))
      .orderBy(asc(pers.nuSerialPersNumber)),

  brandsOf: (ctx: Ctx, grant: Grant) =>
    ctx.db
      .select({ id: vehicleBrands.id, name: vehicleBrands.name })
      .from(brandLinks)
      .innerJoin(vehicleBrands, eq(vehicleBrands.id, brandLinks.vehicleBrandId))
      .where(brandsOf(grant))
      .orderBy(asc(vehicleBrands.name)),

  /** The models of these brands that the company itself sees. */
  modelsOf: (ctx: Ctx, { companyId }: Grant, brandIds: string[]) =>
    ctx.db
      .select({
        id: vehicleModels.id,
        nameVehicleModel: vehicleModels.nameVehicleModel,
        vehicleBrandId: vehicleModels.vehicleBrandId,
      })
      .from(vehicleModels)
      .where(
        and(
          oneOf(vehicleModels.vehicleBrandId, brandIds),
          or(isNull(vehicleModels.companyId), eq(vehicleModels.companyId, companyId)),
        ),
      )
      .orderBy(asc(vehicleModels.nameVehicleModel)),

  vehiclesOf: (ctx: Ctx, grant: Grant) =>
    ctx.db
      .select(shownVehicle)
      .from(dealerVehicles)
      .innerJoin(vehicles, eq(vehicles.id, dealerVehicles.vehicleId))
      .innerJoin(vehicleModels, eq(vehicleModels.id, vehicles.vehicleModelId))
      .innerJoin(vehicleBrands, eq(vehicleBrands.id, vehicleModels.vehicleBrandId))
      .where(and(vehiclesOf(grant), dealerVehicleCounts(dealerVehicles)))
      .orderBy(asc(vehicles.vehicleSerialNumber)),
};
