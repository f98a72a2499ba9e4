"use client";

import { RecordField, SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreatePers } from "@/server/devices/pers/pers.schema";
import { firmwareSource, modelSource, statusOptions } from "./pers.words";

const schema = CreatePers.omit({ initialKitConfiguration: true, currentKitConfiguration: true });

export const PersForm = ({ record }: { record?: RecordOf<"pers"> }) => (
  <ResourceForm
    name="pers"
    schema={schema}
    one="PERS device"
    needs="pers.write"
    record={record}
    values={record ? undefined : { nuSerialPersNumber: "", status: "stock" }}
    href={(id) => `/pers/${id}`}
  >
    <TextField name="nuSerialPersNumber" label="Serial number" help="As it is printed on the device." />
    <RecordField name="modelPERSId" label="Model" source={modelSource} />
    <SelectField name="status" label="Status" options={statusOptions} />
    <RecordField
      name="firmwareVersionId"
      label="Firmware"
      help="Each change goes into the device's firmware history."
      optional
      source={firmwareSource}
    />
    <TextField name="erpPersId" label="ERP id" optional />
  </ResourceForm>
);
