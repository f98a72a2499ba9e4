"use client";

import { NumberField, RecordField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicle } from "@/server/devices/vehicle/vehicle.schema";
import { persSource, vehicleModelSource } from "./vehicle.words";

const edited = CreateVehicle.omit({ riderId: true, persId: true });
const created = CreateVehicle.omit({ riderId: true });

export const VehicleForm = ({ record }: { record?: RecordOf<"vehicles"> }) => (
  <ResourceForm
    name="vehicles"
    schema={record ? edited : created}
    one="vehicle"
    needs="vehicle.write"
    record={record}
    values={record ? undefined : { persDistance: 0 }}
    href={(id) => `/vehicles/${id}`}
  >
    <TextField name="vehicleSerialNumber" label="Serial number" help="As it is stamped on the frame." />
    <RecordField name="vehicleModelId" label="Model" source={vehicleModelSource} />
    <TextField name="nameVehicle" label="Name" help="What its rider or fleet calls it." optional />
    <TextField name="vehicleRegistrationNumber" label="Registration" optional />
    <NumberField name="persDistance" label="Distance" help="Driven with its PERS device." unit="km" min={0} />
    {!record && <RecordField name="persId" label="PERS device" source={persSource} optional />}
  </ResourceForm>
);
