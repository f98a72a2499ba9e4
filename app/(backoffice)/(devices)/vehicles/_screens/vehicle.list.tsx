"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { vehicleList } from "./vehicle.columns";

export const VehicleList = () => (
  <ResourceList
    list={vehicleList}
    title="Vehicles"
    empty="A vehicle carries one PERS device at a time. Create the first one once its model is there."
    href={(row) => `/vehicles/${row.id}`}
    create={{ title: "Create vehicle", href: "/vehicles/new", needs: "vehicle.write" }}
  />
);
