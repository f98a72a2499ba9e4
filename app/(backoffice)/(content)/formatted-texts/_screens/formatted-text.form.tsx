"use client";

import { SelectField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { formattedTextSchemas } from "@/server/content/formatted-text/formatted-text.schema";
import { useModules } from "../../_screens/module-options.words";
import { formattedTexts } from "../formatted-text.resource";

export function FormattedTextForm({ record }: { record?: RecordOf<"formattedTexts"> }) {
  const modules = useModules();
  return (
    <ResourceForm of={formattedTexts} schema={formattedTextSchemas.fields} record={record} opens="translations">
      {(f) => (
        <>
          <TextField {...f.name} help="The key that apps use, such as terms.welcome. Unique within its module." />
          <SelectField {...f.moduleId} options={modules} />
          <TextAreaField {...f.description} optional help="Notes for translators." />
        </>
      )}
    </ResourceForm>
  );
}
