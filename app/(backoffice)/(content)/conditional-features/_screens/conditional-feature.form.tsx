"use client";

import { SelectField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateConditionalFeature } from "@/server/content/conditional-feature/conditional-feature.schema";
import { useModules } from "../../_screens/module-options.hook";
import { conditionalFeatures } from "../conditional-feature.resource";

export function ConditionalFeatureForm({ record }: { record?: RecordOf<"conditionalFeatures"> }) {
  const modules = useModules();
  return (
    <ResourceForm
      of={conditionalFeatures}
      schema={CreateConditionalFeature}
      record={record}
      values={record ? undefined : { active: false }}
    >
      {(f) => (
        <>
          <TextField {...f.title} help="The name of the feature." />
          <TextField {...f.keyword} help="The key that apps use, such as theft.alarm." />
          <SelectField {...f.moduleId} options={modules} />
          <SwitchField {...f.active} help="Apps show it only while it is enabled." />
          <TextAreaField {...f.description} optional />
        </>
      )}
    </ResourceForm>
  );
}
