"use client";

import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { CreateRole } from "@/server/identity/role/role.schema";
import { PermissionField } from "../../_fields/permission-field";
import { groupOptions } from "./role.columns";

/** What a role of the chosen group can hold. */
const RolePermissions = ({ isFixed }: { isFixed?: boolean }) => (
  <PermissionField name="permissions" label="Permissions" group={useWatch({ name: "groupCode" })} disabled={isFixed} />
);

export function RoleForm({ record }: { record?: RecordOf<"roles"> }) {
  const portals = trpc.catalogue.portals.useQuery({ limit: 100 });
  const portalOptions = portals.data?.items.map(({ id, label }) => ({ value: id, label })) ?? [];
  const isFixed = record?.isSystem;
  return (
    <ResourceForm
      name="roles"
      schema={CreateRole}
      one="role"
      needs="role.write"
      record={record}
      values={record ? undefined : { groupCode: "BACKOFFICE", permissions: [] }}
      href={(id) => `/roles/${id}`}
    >
      <TextField name="name" label="Name" help={isFixed && "A system role: only its name can be changed."} />
      <TextField name="code" label="Code" help="Its name for programs, such as SUPPORT_FR." disabled={isFixed} />
      <SelectField name="groupCode" label="Group" options={groupOptions} disabled={isFixed} />
      <SelectField
        name="portalId"
        label="Portal"
        help="Where people with this role work."
        placeholder="The portal of the group"
        options={portalOptions}
        disabled={isFixed}
      />
      <RolePermissions isFixed={isFixed} />
    </ResourceForm>
  );
}
