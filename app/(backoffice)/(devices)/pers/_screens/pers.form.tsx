"use client";

import { RecordField, SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreatePers } from "@/server/devices/pers/pers.schema";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { modelPers } from "../../model-pers/model-pers.resource";
import { pers } from "../pers.resource";
import { statusOptions } from "./pers.words";

const schema = CreatePers.omit({ initialKitConfiguration: true, currentKitConfiguration: true });

export const PersForm = ({ record }: { record?: RecordOf<"pers"> }) => (
  <ResourceForm
    of={pers}
    schema={schema}
    record={record}
    values={record ? undefined : { nuSerialPersNumber: "", status: "stock" }}
  >
    {(f) => (
      <>
        <TextField {...f.nuSerialPersNumber} help="As printed on the device." />
        <RecordField {...f.modelPERSId} of={modelPers} />
        <SelectField {...f.status} options={statusOptions} />
        <RecordField
          {...f.firmwareVersionId}
          help="Each change is added to the device's firmware history."
          optional
          of={firmwareVersions}
        />
        <TextField {...f.erpPersId} optional />
      </>
    )}
  </ResourceForm>
);
