"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";
import { vehicleModels } from "../../vehicle-models/vehicle-model.resource";
import { vehicleBrands } from "../vehicle-brand.resource";

export const VehicleBrandList = () => (
  <ResourceList
    of={vehicleBrands}
    columns={[
      { key: "name", edit: true, sort: true, width: "260px" },
      {
        key: "modelsCount",
        align: "right",
        width: "110px",
        cell: (row) => <LinkTo href={vehicleModels.list({ vehicleBrandId: row.id })}>{String(row.modelsCount)}</LinkTo>,
      },
      ...stampColumns,
    ]}
    filters={["name"]}
    empty="A brand has models, and every vehicle has a model. Create the first brand before adding vehicles."
  />
);
