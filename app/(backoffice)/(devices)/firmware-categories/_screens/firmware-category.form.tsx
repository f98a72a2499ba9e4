"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateFirmwareCategory } from "@/server/devices/firmware-category/firmware-category.schema";

export const FirmwareCategoryForm = ({ record }: { record?: RecordOf<"firmwareCategories"> }) => (
  <ResourceForm
    name="firmwareCategories"
    schema={CreateFirmwareCategory}
    one="firmware category"
    needs="firmware.write"
    record={record}
    href={(id) => `/firmware-categories/${id}`}
  >
    <TextField name="label" label="Label" help="Each category has its own, whatever its capitals." />
    <TextAreaField name="description" label="Description" optional />
  </ResourceForm>
);
