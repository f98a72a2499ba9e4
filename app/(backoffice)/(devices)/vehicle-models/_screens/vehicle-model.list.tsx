"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo, None } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { vehicles } from "../../vehicles/vehicle.resource";
import { vehicleModels } from "../vehicle-model.resource";

export const VehicleModelList = () => (
  <ResourceList
    of={vehicleModels}
    columns={[
      { key: "nameVehicleModel", edit: true, sort: true, width: "220px" },
      { key: "vehicleBrand.name", sort: true, width: "160px" },
      { key: "vehicleType", edit: true, sort: true, width: "140px" },
      { key: "year", edit: "number", sort: true, align: "right", width: "120px", cell: (row) => row.year ?? <None /> },
      {
        key: "vehiclesCount",
        align: "right",
        width: "110px",
        cell: ({ id, vehiclesCount }) => (
          <LinkTo href={vehicles.list({ vehicleModelId: id })}>{formatted(vehiclesCount)}</LinkTo>
        ),
      },
      ...stampColumns,
    ]}
    filters={["nameVehicleModel", "vehicleBrandId", "vehicleType"]}
    empty="Every vehicle has a model. Create the first model of a brand before adding vehicles."
  />
);
