"use client";

import { useWatch } from "react-hook-form";
import { type FieldProps, SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { CreateRole } from "@/server/identity/role/role.schema";
import { permissionCatalogue } from "@/server/permissions";
import { PermissionField } from "../../_fields/permission.field";
import { roles } from "../role.resource";
import { groupOptions } from "./role.words";

/** What a role of the chosen group can hold. */
const RolePermissions = (props: FieldProps) => (
  <PermissionField {...props} catalogue={permissionCatalogue} group={useWatch({ name: "groupCode" })} />
);

export function RoleForm({ record }: { record?: RecordOf<"roles"> }) {
  const portals = trpc.catalogue.portals.useQuery({ limit: 100 });
  const portalOptions = portals.data?.items.map(({ id, label }) => ({ value: id, label })) ?? [];
  const isFixed = record?.isSystem;
  const isAdmin = isFixed && record.code === "ADMIN";
  return (
    <ResourceForm
      of={roles}
      schema={CreateRole}
      record={record}
      values={record ? undefined : { groupCode: "BACKOFFICE", permissions: [] }}
    >
      {(f) => (
        <>
          <TextField
            {...f.name}
            help={
              isAdmin
                ? "Administrators always have every permission. Only the name can be changed."
                : isFixed && "This is a system role. Only its name and permissions can be changed."
            }
          />
          <TextField {...f.code} help="The code used by programs, such as SUPPORT_FR." disabled={isFixed} />
          <SelectField {...f.groupCode} options={groupOptions} disabled={isFixed} />
          <SelectField
            {...f.portalId}
            help="The portal that people with this role use."
            placeholder="Portal of the group"
            options={portalOptions}
            disabled={isFixed}
          />
          <RolePermissions {...f.permissions} disabled={isAdmin} />
        </>
      )}
    </ResourceForm>
  );
}
