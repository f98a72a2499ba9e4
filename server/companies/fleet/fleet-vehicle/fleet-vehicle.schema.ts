import { z } from "zod";
import { LinkType } from "@/server/companies/fleet/company-pers-link/company-pers-link.schema";
import { ListVehicles, Vehicle } from "@/server/devices/vehicle/vehicle.schema";
import { Id, Instant } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const { id, vehicleSerialNumber, vehicleRegistrationNumber, nameVehicle } = Vehicle.shape;
const { vehicleModel, vehicleBrand, pers, rider, persDistance } = Vehicle.shape;

/** A vehicle that the company reaches, and by which link. */
export const CompanyFleetVehicle = z
  .object({
    id: Id.meta({ description: "The vehicle's." }),
    linkId: Id.meta({
      description: "The link by which the company reaches it: its own, else one that was handed over.",
    }),
    vehicle: z.object({ id, vehicleSerialNumber, vehicleRegistrationNumber, nameVehicle }),
    vehicleModel,
    vehicleBrand,
    pers,
    rider,
    persDistance,
    startDate: Instant,
    isOwn: z
      .boolean()
      .meta({ description: "Whether the vehicle is the company's own, which it can hand to a dealer." }),
    dealer: z
      .object({ id: Id, name: z.string(), isVerified: z.boolean() })
      .nullable()
      .meta({ description: "The dealer that this company handed it to." }),
    grantedBy: z
      .object({ id: Id, name: z.string(), isVerified: z.boolean() })
      .nullable()
      .meta({ description: "The company that handed it to this one as its dealer." }),
  })
  .meta({ id: "UserCompanyVehicleLinkDTO" });

const { vehicleModelId, startDate, endDate, associateStatus, riderId, vehicleBrandId, ...filters } =
  ListVehicles.filterKeys;

export const ListCompanyFleet = listInput({
  sort: [
    "vehicle.vehicleSerialNumber",
    "vehicle.nameVehicle",
    "vehicleModel.nameVehicleModel",
    "vehicleBrand.name",
    "persDistance",
    "createdAt",
  ],
  filters: {
    ...filters,
    companyId: Id.meta({ description: "The company that the list is inside of." }),
    isOwn: z.boolean(),
    dealerId: Id.meta({ description: "The company of a dealer." }),
  },
  offset: true,
});

/** The brands that a company is linked to, or the brand of one device's vehicle. */
export const ListFleetBrands = listInput({
  sort: ["name", "createdAt"],
  filters: {
    companyId: Id.meta({ description: "The company that the list is inside of." }),
    linkType: LinkType,
    persId: Id.meta({ description: "The brand of this device's vehicle." }),
    name: ListVehicles.filterKeys.vehicleBrand,
  },
  order: "name:asc",
});

export const FleetBrand = z
  .object({ id: Id, name: z.string(), logo: z.string().nullable() })
  .meta({ id: "UserCompanyVehicleBrandDTO" });
