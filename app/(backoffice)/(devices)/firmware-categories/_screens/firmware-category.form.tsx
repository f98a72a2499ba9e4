"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateFirmwareCategory } from "@/server/devices/firmware-category/firmware-category.schema";
import { firmwareCategories } from "../firmware-category.resource";

export const FirmwareCategoryForm = ({ record }: { record?: RecordOf<"firmwareCategories"> }) => (
  <ResourceForm of={firmwareCategories} schema={CreateFirmwareCategory} record={record}>
    {(f) => (
      <>
        <TextField {...f.label} help="Unique. Upper and lower case are treated as the same." />
        <TextAreaField {...f.description} optional />
      </>
    )}
  </ResourceForm>
);
