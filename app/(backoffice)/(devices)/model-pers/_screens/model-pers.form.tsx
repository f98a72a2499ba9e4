"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateModelPers } from "@/server/devices/model-pers/model-pers.schema";
import { modelPers } from "../model-pers.resource";

export const ModelPersForm = ({ record }: { record?: RecordOf<"modelPers"> }) => (
  <ResourceForm of={modelPers} schema={CreateModelPers} record={record}>
    {(f) => (
      <>
        <TextField {...f.label} help="The model name, such as Core 2." />
        <TextAreaField {...f.description} optional />
      </>
    )}
  </ResourceForm>
);
