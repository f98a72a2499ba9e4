import { IconBuildingFactory2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";

export const vehicleBrands = resource("vehicleBrands", {
  one: "vehicle brand",
  many: "vehicle brands",
  at: "/vehicle-brands",
  icon: IconBuildingFactory2,
  may: { read: "vehicle.read", write: "vehicle.write" },
  audited: "vehicle-brand",
  title: (record) => record.name,
  search: "name",
  words: { name: "Name" },
  shown: { modelsCount: "Models", logo: "Logo" },
});
