"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateModelPers } from "@/server/devices/model-pers/model-pers.schema";

export const ModelPersForm = ({ record }: { record?: RecordOf<"modelPers"> }) => (
  <ResourceForm
    name="modelPers"
    schema={CreateModelPers}
    one="PERS model"
    needs="model-pers.write"
    record={record}
    href={(id) => `/model-pers/${id}`}
  >
    <TextField name="label" label="Label" help="What people call the model, such as Core 2." />
    <TextAreaField name="description" label="Description" optional />
  </ResourceForm>
);
