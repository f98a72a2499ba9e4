"use client";

import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { formattedTextSchemas } from "@/server/content/formatted-text/formatted-text.schema";
import { TextFields } from "../../_screens/text.field";
import { formattedTexts } from "../formatted-text.resource";

export const FormattedTextForm = ({ record }: { record?: RecordOf<"formattedTexts"> }) => (
  <ResourceForm of={formattedTexts} schema={formattedTextSchemas.fields} record={record} opens="translations">
    {(f) => <TextFields f={f} help="The key that apps use, such as terms.welcome. Unique within its module." />}
  </ResourceForm>
);
