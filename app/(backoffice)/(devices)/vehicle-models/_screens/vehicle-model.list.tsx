"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { vehicleModelList } from "./vehicle-model.columns";

export const VehicleModelList = () => (
  <ResourceList
    list={vehicleModelList}
    title="Vehicle models"
    empty="Every vehicle is of a model. Create the first model of a brand before adding vehicles."
    href={(row) => `/vehicle-models/${row.id}`}
    create={{ title: "Create model", href: "/vehicle-models/new", needs: "vehicle.write" }}
  />
);
