"use client";

import { RecordField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateStaff } from "@/server/identity/staff/staff.schema";

export const StaffForm = ({ record }: { record?: RecordOf<"staff"> }) => (
  <ResourceForm
    name="staff"
    schema={CreateStaff}
    one="staff member"
    needs="staff.write"
    record={record}
    href={(id) => `/staff/${id}?tab=roles`}
  >
    <TextField name="firstName" label="First name" />
    <TextField name="lastName" label="Last name" />
    <TextField
      name="email"
      label="E-mail"
      help={
        record
          ? "Changing it signs this person out everywhere."
          : "An invitation goes there; its link is good for 7 days."
      }
    />
    <TextField name="phoneNumber" label="Phone number" optional />
    <RecordField
      name="languageId"
      label="Language of mails"
      optional
      source={{ of: "languages", show: "name", search: "name" }}
    />
  </ResourceForm>
);
