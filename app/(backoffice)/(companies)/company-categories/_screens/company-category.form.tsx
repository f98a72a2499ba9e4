"use client";

import { useWatch } from "react-hook-form";
import { companyCatalogue } from "@/app/_company/company-permission.words";
import { PermissionField } from "@/app/(backoffice)/(people)/_fields/permission.field";
import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { UpdateCompanyCategory } from "@/server/companies/company/company-category/company-category.schema";
import { companyCategories } from "../company-category.resource";
import { CutRoles } from "./cut-role.part";

/** What the ceiling that is chosen, and not saved yet, would take from the roles of companies. */
function PlannedCut({ record }: { record: RecordOf<"companyCategories"> }) {
  const permissions: string[] = useWatch({ name: "permissions" }) ?? [];
  const isLower = record.permissions.some((code) => !permissions.includes(code));
  return isLower && <CutRoles id={record.id} permissions={permissions} />;
}

export const CompanyCategoryForm = ({ record }: { record: RecordOf<"companyCategories"> }) => (
  <ResourceForm of={companyCategories} schema={UpdateCompanyCategory} record={record}>
    {(f) => (
      <>
        <TextField {...f.label} />
        <PermissionField
          {...f.permissions}
          help="Company roles in this category cannot grant more than this. A change takes effect immediately."
          catalogue={companyCatalogue}
        />
        <PlannedCut record={record} />
      </>
    )}
  </ResourceForm>
);
