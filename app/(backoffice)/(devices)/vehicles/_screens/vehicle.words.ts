import type { RecordSource } from "@/components/kit/list/definition";

export const brandSource: RecordSource = { of: "vehicleBrands", show: "name", search: "name" };
export const vehicleModelSource: RecordSource = {
  of: "vehicleModels",
  show: "nameVehicleModel",
  search: "nameVehicleModel",
};
export const persSource: RecordSource = { of: "pers", show: "nuSerialPersNumber", search: "nuSerialPersNumber" };
