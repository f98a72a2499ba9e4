"use client";

import { RecordField, SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreatePortalUser, EditPortalUser } from "@/server/identity/portal-user/portal-user.schema";
import { typeOptions } from "./portal-user.columns";

const statusOptions = [
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
];

export const PortalUserForm = ({ record }: { record?: RecordOf<"portalUsers"> }) => (
  <ResourceForm
    name="portalUsers"
    schema={record && record.status !== "pending" ? EditPortalUser : CreatePortalUser}
    one="portal user"
    needs="portal-user.write"
    record={record}
    values={record ? undefined : { type: "Pro Center Member" }}
    href={(id) => `/portal-users/${id}`}
  >
    <TextField name="firstName" label="First name" />
    <TextField name="lastName" label="Last name" />
    <TextField name="email" label="E-mail" help={record && "Changing it signs this person out everywhere."} />
    <SelectField name="type" label="Type" options={typeOptions} />
    {record && record.status !== "pending" && (
      <SelectField
        name="status"
        label="Status"
        options={statusOptions}
        help="Who is disabled is out at the next request."
      />
    )}
    <TextField name="phoneNumber" label="Phone number" optional />
    <RecordField name="countryId" label="Country" optional source={{ of: "countries", show: "name", search: "name" }} />
    <RecordField
      name="languageId"
      label="Language of mails"
      optional
      source={{ of: "languages", show: "name", search: "name" }}
    />
    <TextField name="erpId" label="ERP id" optional />
  </ResourceForm>
);
