"use client";

import { NumberField, RecordField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicleModel } from "@/server/devices/vehicle-model/vehicle-model.schema";
import { brandSource } from "../../vehicles/_screens/vehicle.words";

export const VehicleModelForm = ({ record }: { record?: RecordOf<"vehicleModels"> }) => (
  <ResourceForm
    name="vehicleModels"
    schema={CreateVehicleModel}
    one="vehicle model"
    needs="vehicle.write"
    record={record}
    href={(id) => `/vehicle-models/${id}`}
  >
    <RecordField name="vehicleBrandId" label="Brand" source={brandSource} />
    <TextField name="nameVehicleModel" label="Name" help="A name stands once in its brand." />
    <TextField name="vehicleType" label="Type" help="Such as city, cargo or trekking." />
    <NumberField name="year" label="Model year" min={1950} max={2100} optional />
  </ResourceForm>
);
