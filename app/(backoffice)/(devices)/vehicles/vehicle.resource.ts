import { IconBike } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { pers } from "../pers/pers.resource";
import { vehicleBrands } from "../vehicle-brands/vehicle-brand.resource";
import { vehicleModels } from "../vehicle-models/vehicle-model.resource";

export const vehicles = resource("vehicles", {
  one: "vehicle",
  many: "vehicles",
  at: "/vehicles",
  icon: IconBike,
  may: { read: "vehicle.read", write: "vehicle.write" },
  audited: "vehicle",
  title: (record) => record.nameVehicle ?? record.vehicleSerialNumber,
  search: "fastSearchString",
  bulk: { vehicleModelId: "word" },
  words: {
    vehicleSerialNumber: "Serial number",
    vehicleModelId: ["Model", vehicleModels],
    nameVehicle: "Name",
    vehicleRegistrationNumber: "Registration",
    persDistance: "Distance",
    persId: ["PERS device", pers],
  },
  shown: {
    fastSearchString: "Serial, registration or name",
    vehicleBrandId: ["Brand", vehicleBrands],
    vehicleType: "Type",
    "vehicleModel.vehicleType": "Type",
    nuSerialPersNumber: "PERS device",
    associateStatus: "Device",
    rider: "Rider",
  },
  verbs: { "assign-pers": "assigned a PERS device", "remove-pers": "removed the PERS device" },
});
