"use client";

import { SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { LanguageFields } from "@/server/content/language/language.schema";
import { languages } from "../language.resource";

export const LanguageForm = ({ record }: { record?: RecordOf<"languages"> }) => (
  <ResourceForm
    of={languages}
    schema={LanguageFields}
    record={record}
    values={record ? undefined : { status: true, isDefault: false }}
  >
    {(f) => (
      <>
        <TextField {...f.name} help="The name shown to staff, such as French." />
        <TextField {...f.code} help="A BCP 47 tag, such as fr or fr-CA." />
        <SwitchField
          {...f.status}
          disabled={record?.isDefault}
          help={
            record?.isDefault
              ? "The default language is always enabled."
              : "Missing texts are counted for enabled languages."
          }
        />
        <SwitchField
          {...f.isDefault}
          disabled={record?.isDefault}
          help={
            record?.isDefault
              ? "To change it, make another language the default."
              : "Texts that are missing in other languages fall back to this one. It replaces the current default."
          }
        />
      </>
    )}
  </ResourceForm>
);
