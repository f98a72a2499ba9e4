"use client";

import { SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateDocumentation } from "@/server/content/documentation/documentation.schema";
import { documentations } from "../documentation.resource";

export const DocumentationForm = ({ record }: { record?: RecordOf<"documentations"> }) => (
  <ResourceForm
    of={documentations}
    schema={CreateDocumentation}
    record={record}
    values={record ? undefined : { isActivated: true }}
    opens="documents"
  >
    {(f) => (
      <>
        <TextField {...f.name} help="The subject, such as PERS Core 2." />
        <SwitchField {...f.isActivated} help="Only enabled documentation is shown in the apps." />
      </>
    )}
  </ResourceForm>
);
