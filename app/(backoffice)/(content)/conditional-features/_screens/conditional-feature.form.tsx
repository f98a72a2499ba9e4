"use client";

import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { modelPers } from "@/app/(backoffice)/(devices)/model-pers/model-pers.resource";
import { RecordsField, SelectField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { CreateLimitedFeature } from "@/server/content/conditional-feature/conditional-feature.schema";
import { useModules } from "../../_screens/module-options.hook";
import { conditionalFeatures } from "../conditional-feature.resource";
import { AppLimitsField } from "./app-limits.field";

export function ConditionalFeatureForm({ record }: { record?: RecordOf<"conditionalFeatures"> }) {
  const modules = useModules();
  const may = useMay();
  const create = trpc.conditionalFeatures.createLimited.useMutation();
  const update = trpc.conditionalFeatures.updateLimited.useMutation();
  return (
    <ResourceForm
      of={conditionalFeatures}
      schema={CreateLimitedFeature}
      record={record}
      values={record ? undefined : { active: false, companyIds: [], modelPersIds: [], apps: [] }}
      read={(record) => ({
        ...record,
        apps: record.apps.map(({ platformTechId, atLeast, atMost }) => ({ platformTechId, atLeast, atMost })),
      })}
      save={(values, ifMatch) =>
        record ? update.mutateAsync({ ...values, id: record.id, ifMatch: ifMatch ?? "" }) : create.mutateAsync(values)
      }
      opens="audience"
    >
      {(f) => (
        <>
          <TextField {...f.title} help="The name of the feature." />
          <TextField {...f.keyword} help="The key that apps use, such as theft.alarm." />
          <SelectField {...f.moduleId} options={modules} />
          <SwitchField {...f.active} help="Apps show it only while it is enabled." />
          <TextAreaField {...f.description} optional />
          <RecordsField
            {...f.companyIds}
            of={companies}
            known={record?.companies}
            disabled={!may("company.read")}
            help="Only for their members, and for the riders of their vehicles. For everybody where empty."
            optional
          />
          <RecordsField
            {...f.modelPersIds}
            of={modelPers}
            known={record?.models}
            disabled={!may("model-pers.read")}
            help="Only for people whose vehicle or company has such a PERS device."
            optional
          />
          <AppLimitsField {...f.apps} known={record?.apps} />
        </>
      )}
    </ResourceForm>
  );
}
