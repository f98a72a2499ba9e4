import { IconBike } from "@tabler/icons-react";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { resource } from "@/components/kit/resource";

/** The vehicles of one company, as a tab of its sheet. */
export const companyVehicleLinks = resource("companyVehicleLinks", {
  one: "vehicle",
  many: "vehicles",
  at: "/companies",
  icon: IconBike,
  may: { read: "company-vehicle-link.read", write: "company-vehicle-link.write" },
  audited: "company-vehicle-link",
  title: ({ vehicle }) => vehicle.nameVehicle ?? vehicle.vehicleSerialNumber,
  search: "fastSearchString",
  words: { vehicleIds: "Vehicles", startDate: "From|a time" },
  shown: {
    vehicleId: ["Vehicle", vehicles],
    fastSearchString: "Serial, registration or name",
    "vehicle.vehicleSerialNumber": "Serial number",
    "vehicle.vehicleRegistrationNumber": "Registration",
    "vehicle.nameVehicle": "Name",
    "vehicleBrand.name": "Brand",
    "vehicleModel.nameVehicleModel": "Model",
    "pers.nuSerialPersNumber": "PERS device",
    "dealer.name": "Dealer",
  },
  create: false,
});
