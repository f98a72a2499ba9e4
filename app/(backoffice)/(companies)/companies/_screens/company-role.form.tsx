"use client";

import { PermissionField } from "@/app/(backoffice)/(people)/_fields/permission.field";
import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { CompanyRoleFields } from "@/server/companies/company-role/company-role.schema";
import { companyRoles } from "./company-role.words";

interface Props {
  companyId: string;
  /** the role to change; none for a new one */
  record?: RowOf<"companyRoles">;
  onClose: () => void;
}

/** What a form edits of a role; its manager is set over the API. */
const Fields = CompanyRoleFields.omit({ roleManagerId: true });

export function CompanyRoleDialog({ companyId, record, onClose }: Props) {
  const create = trpc.companyRoles.create.useMutation();
  const update = trpc.companyRoles.update.useMutation();
  return (
    <FormDialog title={record ? `Edit ${record.title}` : "Create role"} onClose={onClose} width={640}>
      <ResourceForm
        of={companyRoles}
        schema={Fields}
        record={record}
        within={{ companyId }}
        values={record ? undefined : { permissions: [] }}
        save={async (values, ifMatch) => {
          const saved = record
            ? await update.mutateAsync({ ...values, companyId, id: record.id, ifMatch })
            : await create.mutateAsync({ ...values, companyId });
          return saved;
        }}
      >
        {(f) => (
          <>
            <TextField {...f.title} />
            <TextAreaField {...f.description} rows={2} optional />
            <PermissionField {...f.permissions} group="PRO_CENTER" help="The company's category may allow fewer." />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}
