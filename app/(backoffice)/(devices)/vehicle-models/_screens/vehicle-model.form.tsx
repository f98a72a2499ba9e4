"use client";

import { NumberField, RecordField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicleModel } from "@/server/devices/vehicle-model/vehicle-model.schema";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { vehicleModels } from "../vehicle-model.resource";

export const VehicleModelForm = ({ record }: { record?: RecordOf<"vehicleModels"> }) => (
  <ResourceForm of={vehicleModels} schema={CreateVehicleModel} record={record}>
    {(f) => (
      <>
        <RecordField {...f.vehicleBrandId} of={vehicleBrands} />
        <TextField {...f.nameVehicleModel} help="Unique within the brand." />
        <TextField {...f.vehicleType} help="For example, city, cargo or trekking." />
        <NumberField {...f.year} min={1950} max={2100} optional />
      </>
    )}
  </ResourceForm>
);
