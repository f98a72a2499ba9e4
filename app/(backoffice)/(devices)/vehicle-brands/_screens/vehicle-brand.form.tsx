"use client";

import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicleBrand } from "@/server/devices/vehicle-brand/vehicle-brand.schema";
import { vehicleBrands } from "../vehicle-brand.resource";

export const VehicleBrandForm = ({ record }: { record?: RecordOf<"vehicleBrands"> }) => (
  <ResourceForm of={vehicleBrands} schema={CreateVehicleBrand} record={record}>
    {(f) => <TextField {...f.name} />}
  </ResourceForm>
);
