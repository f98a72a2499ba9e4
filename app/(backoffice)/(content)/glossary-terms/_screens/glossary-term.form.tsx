"use client";

import { SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { GlossaryTermFields } from "@/server/content/glossary-term/glossary-term.schema";
import { glossaryTerms } from "../glossary-term.resource";

export const GlossaryTermForm = ({ record }: { record?: RecordOf<"glossaryTerms"> }) => (
  <ResourceForm of={glossaryTerms} schema={GlossaryTermFields} record={record}>
    {(f) => (
      <>
        <TextField {...f.term} help="As it stands in texts of the default language, such as device." />
        <TextAreaField {...f.note} help="What translators should know of it." />
        <SwitchField {...f.isKept} help="It stays as it is in every language, such as the name of a product." />
      </>
    )}
  </ResourceForm>
);
