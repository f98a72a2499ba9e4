import { id, picture, plain, type Step, step } from "./sample-steps";

/** Brands, models and vehicles; a PERS device of an earlier step is put on the vehicle. */
export const vehicleSamples: Step[] = [
  ...plain("vehicleBrands", { name: "Audited brand" }, { name: "Audited brand 2" }),
  step("vehicleBrands.setLogo", (made) => ({ id: id(made, "vehicleBrands"), logo: picture })),
  step(
    "vehicleModels.create",
    (made) => ({ vehicleBrandId: id(made, "vehicleBrands"), nameVehicleModel: "One", vehicleType: "City" }),
    "vehicleModel",
  ),
  step("vehicleModels.update", (made) => ({ id: id(made, "vehicleModel"), year: 2026 })),
  step("vehicleModels.setPicture", (made) => ({ id: id(made, "vehicleModel"), picture })),
  step("vehicleModels.duplicate", (made) => ({ id: id(made, "vehicleModel"), nameVehicleModel: "Two" })),
  step("vehicleModels.remove", (made) => ({ id: id(made, "vehicleModel") })),
  step("vehicleModels.restore", (made) => ({ id: id(made, "vehicleModel") })),
  step(
    "vehicles.create",
    (made) => ({ vehicleModelId: id(made, "vehicleModel"), vehicleSerialNumber: "AUDIT-V1" }),
    "vehicle",
  ),
  step("vehicles.update", (made) => ({ id: id(made, "vehicle"), nameVehicle: "Changed" })),
  step("vehicles.assignPers", (made) => ({ id: id(made, "vehicle"), persId: id(made, "pers") })),
  step("vehicles.removePers", (made) => ({ id: id(made, "vehicle") })),
  step("vehicles.remove", (made) => ({ id: id(made, "vehicle") })),
  step("vehicles.restore", (made) => ({ id: id(made, "vehicle") })),
];
