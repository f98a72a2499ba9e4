"use client";

import { vehicleColumns } from "@/app/(backoffice)/(devices)/vehicles/_screens/vehicle.columns";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { ChildList } from "@/components/kit/list/child-list";
import type { Resource } from "@/components/kit/resource";
import { useMay } from "@/components/kit/viewer";

/** Vehicles as those who see portal users may see them, whether or not they see all vehicles. */
const ridden: Resource<"userVehicles"> = { ...vehicles, router: "userVehicles" };

/** The vehicles that this person rides. */
export function VehiclesTab({ userId }: { userId: string }) {
  const mayOpen = useMay()(vehicles.may.read);
  return (
    <ChildList
      of={ridden}
      where={{ userId }}
      sort="nameVehicle:asc"
      columns={vehicleColumns}
      filters={["vehicleType"]}
      href={({ id }) => (mayOpen ? vehicles.record(id) : undefined)}
      empty="This person has no known vehicles."
    />
  );
}
