import { IconMotorbike } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { vehicleBrands } from "../vehicle-brands/vehicle-brand.resource";

export const vehicleModels = resource("vehicleModels", {
  one: "vehicle model",
  many: "vehicle models",
  at: "/vehicle-models",
  icon: IconMotorbike,
  may: { read: "vehicle.read", write: "vehicle.write" },
  audited: "vehicle-model",
  title: (record) => record.nameVehicleModel,
  search: "nameVehicleModel",
  bulk: { vehicleBrandId: "word", vehicleType: "text", year: "number" },
  words: {
    vehicleBrandId: ["Brand", vehicleBrands],
    nameVehicleModel: "Name",
    vehicleType: "Type",
    year: "Model year",
  },
  shown: { vehiclesCount: "Vehicles", picture: "Picture" },
});
