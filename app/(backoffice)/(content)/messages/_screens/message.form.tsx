"use client";

import { SelectField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { messageSchemas } from "@/server/content/message/message.schema";
import { useModules } from "../../_screens/module-options.words";
import { messages } from "../message.resource";

export function MessageForm({ record }: { record?: RecordOf<"messages"> }) {
  const modules = useModules();
  return (
    <ResourceForm of={messages} schema={messageSchemas.fields} record={record} opens="translations">
      {(f) => (
        <>
          <TextField {...f.name} help="The key that apps use, such as ride.finished. Unique within its module." />
          <SelectField {...f.moduleId} options={modules} />
          <TextAreaField {...f.description} optional help="Notes for translators." />
        </>
      )}
    </ResourceForm>
  );
}
