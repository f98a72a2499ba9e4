"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { vehicles } from "../vehicle.resource";
import { vehicleColumns } from "./vehicle.columns";

const hasOrNot = (what: string) => [
  { value: 1, label: `Has a ${what}` },
  { value: 2, label: "Has none" },
];

export const VehicleList = () => (
  <ResourceList
    of={vehicles}
    columns={vehicleColumns}
    filters={[
      "fastSearchString",
      "vehicleBrandId",
      "vehicleModelId",
      "vehicleType",
      "vehicleSerialNumber",
      "vehicleRegistrationNumber",
      "nameVehicle",
      "nuSerialPersNumber",
      { kind: "select", name: "associateStatus", options: hasOrNot("PERS device") },
      { kind: "select", name: "rider", options: hasOrNot("rider") },
    ]}
    empty="A vehicle carries one PERS device at a time. Create its model first, then the vehicle."
  />
);
