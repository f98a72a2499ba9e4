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
        <TextField {...f.name} help="The name for staff, such as French." />
        <TextField {...f.code} help="A BCP 47 tag, such as fr or fr-CA." />
        <SwitchField
          {...f.status}
          disabled={record?.isDefault}
          help={
            record?.isDefault
              ? "The default language is always on."
              : "Missing texts are counted in languages that are on."
          }
        />
        <SwitchField
          {...f.isDefault}
          disabled={record?.isDefault}
          help={
            record?.isDefault
              ? "To change it, make another language the default."
              : "The language that others fall back to, in place of the current default."
          }
        />
      </>
    )}
  </ResourceForm>
);
