"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { vehicleBrandList } from "./vehicle-brand.columns";

export const VehicleBrandList = () => (
  <ResourceList
    list={vehicleBrandList}
    title="Vehicle brands"
    empty="A brand has models, and every vehicle is of a model. Create the first brand before adding vehicles."
    href={(row) => `/vehicle-brands/${row.id}`}
    create={{ title: "Create brand", href: "/vehicle-brands/new", needs: "vehicle.write" }}
  />
);
