"use client";

import { NumberField, RecordField, TextField } from "@/components/kit/form/fields";
import { type FormFields, ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicle } from "@/server/devices/vehicle/vehicle.schema";
import { pers } from "../../pers/pers.resource";
import { vehicleModels } from "../../vehicle-models/vehicle-model.resource";
import { vehicles } from "../vehicle.resource";

const edited = CreateVehicle.omit({ riderId: true, persId: true });
const created = CreateVehicle.omit({ riderId: true });

const Fields = ({ f }: { f: FormFields<typeof edited> }) => (
  <>
    <TextField {...f.vehicleSerialNumber} help="As stamped on the frame." />
    <RecordField {...f.vehicleModelId} of={vehicleModels} />
    <TextField {...f.nameVehicle} help="The name used by the rider or fleet." optional />
    <TextField {...f.vehicleRegistrationNumber} optional />
    <NumberField {...f.persDistance} help="Distance ridden with the PERS device." unit="km" min={0} />
  </>
);

export const VehicleForm = ({ record }: { record?: RecordOf<"vehicles"> }) =>
  record ? (
    <ResourceForm of={vehicles} schema={edited} record={record}>
      {(f) => <Fields f={f} />}
    </ResourceForm>
  ) : (
    <ResourceForm of={vehicles} schema={created} values={{ persDistance: 0 }}>
      {(f) => (
        <>
          <Fields f={f} />
          <RecordField {...f.persId} of={pers} optional />
        </>
      )}
    </ResourceForm>
  );
