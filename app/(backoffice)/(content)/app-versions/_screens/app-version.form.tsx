"use client";

import { SelectField, SwitchField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { appSystems } from "@/server/content/app-version/app-version.rules";
import { AppVersionFields } from "@/server/content/app-version/app-version.schema";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { appVersions } from "../app-version.resource";

const systems = appSystems.map((os) => ({ value: os, label: os }));

export function AppVersionForm({ record }: { record?: RecordOf<"appVersions"> }) {
  const techs = trpc.appVersions.rules.useQuery().data?.platformTechs ?? [];
  return (
    <ResourceForm
      of={appVersions}
      schema={AppVersionFields}
      record={record}
      values={record ? undefined : { isActive: true, isMandatory: false }}
      opens="translations"
    >
      {(f) => (
        <>
          <SelectField
            {...f.platformTechId}
            options={techs.map((tech) => ({ value: tech.id, label: productName(tech.label) }))}
          />
          <SelectField {...f.os} options={systems} />
          <TextField {...f.version} help="Three numbers, such as 3.1.0, or a pre-release, such as 3.2.0-rc.1." />
          <SwitchField {...f.isActive} help="Apps only learn about enabled versions." />
          <SwitchField {...f.isMandatory} help="Users with an older version must update before they can continue." />
          <TextField {...f.storeUrl} type="url" optional help="Where users get the app." />
        </>
      )}
    </ResourceForm>
  );
}
