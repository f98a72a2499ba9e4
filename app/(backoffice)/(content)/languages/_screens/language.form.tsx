"use client";

import { SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { LanguageFields } from "@/server/content/language/language.schema";

export const LanguageForm = ({ record }: { record?: RecordOf<"languages"> }) => (
  <ResourceForm
    name="languages"
    schema={LanguageFields}
    one="language"
    needs="language.write"
    record={record}
    values={record ? undefined : { status: true, isDefault: false }}
    href={(id) => `/languages/${id}`}
  >
    <TextField name="name" label="Name" help="What staff call it, such as French." />
    <TextField name="code" label="Code" help="A BCP 47 tag, such as fr or fr-CA." />
    <SwitchField
      name="status"
      label="On"
      disabled={record?.isDefault}
      help={
        record?.isDefault
          ? "The default language is always on."
          : "Texts are asked for, and counted as missing, in languages that are on."
      }
    />
    <SwitchField
      name="isDefault"
      label="Default language"
      disabled={record?.isDefault}
      help={
        record?.isDefault
          ? "To change it, make another language the default."
          : "What other languages fall back to. It takes the place of the current default."
      }
    />
  </ResourceForm>
);
