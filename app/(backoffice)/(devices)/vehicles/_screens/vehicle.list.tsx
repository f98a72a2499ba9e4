"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { ResourceList } from "@/components/kit/list/resource-list";
import { useAhead } from "@/components/kit/use-ahead";
import { vehicles } from "../vehicle.resource";
import { vehicleColumns } from "./vehicle.columns";

const withPers = [
  { value: 1, label: "Has a PERS device" },
  { value: 2, label: "None" },
];
const withRider = [
  { value: 1, label: "Has a rider" },
  { value: 2, label: "None" },
];

const { part, ahead } = lazyParts();
const VehicleSentence = dynamic(
  part(() => import("./vehicle-head.words").then((head) => head.VehicleSentence)),
  { ssr: false },
);

export function VehicleList() {
  useAhead(ahead);
  return (
    <ResourceList
      of={vehicles}
      columns={vehicleColumns}
      filters={[
        "fastSearchString",
        { name: "vehicleBrandId", can: ["anyOf", "noneOf"] },
        { name: "vehicleModelId", can: ["anyOf", "noneOf"] },
        "vehicleType",
        "vehicleSerialNumber",
        "vehicleRegistrationNumber",
        "nameVehicle",
        "nuSerialPersNumber",
        { kind: "number", name: "persDistance", unit: "km" },
        { kind: "dates", name: "startDate", until: "endDate", days: "createdAtInLastDays", title: "Created" },
        { kind: "select", name: "associateStatus", options: withPers },
        { kind: "select", name: "rider", options: withRider },
      ]}
      sentence={({ id, pers }) => <VehicleSentence id={id} hasDevice={pers !== null} />}
      empty="A vehicle has one PERS device at a time. Create its model first, then the vehicle."
    />
  );
}
