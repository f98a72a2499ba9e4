"use client";

import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicleBrand } from "@/server/devices/vehicle-brand/vehicle-brand.schema";

export const VehicleBrandForm = ({ record }: { record?: RecordOf<"vehicleBrands"> }) => (
  <ResourceForm
    name="vehicleBrands"
    schema={CreateVehicleBrand}
    one="brand"
    needs="vehicle.write"
    record={record}
    href={(id) => `/vehicle-brands/${id}`}
  >
    <TextField name="name" label="Name" />
  </ResourceForm>
);
