"use client";

import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { RecordField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateStaff } from "@/server/identity/staff/staff.schema";
import { PromisedRoleField } from "../../_fields/promised-role.field";
import { staff } from "../staff.resource";

export const StaffForm = ({ record }: { record?: RecordOf<"staff"> }) => (
  <ResourceForm of={staff} schema={CreateStaff} record={record} opens="roles">
    {(f) => (
      <>
        <TextField {...f.firstName} />
        <TextField {...f.lastName} />
        <TextField
          {...f.email}
          help={
            record
              ? "A new address takes effect once it is confirmed through the link we send there."
              : "We send an invitation there. Its link is valid for 7 days."
          }
        />
        <TextField {...f.phoneNumber} optional />
        <RecordField {...f.languageId} optional of={languages} />
        {!record && <PromisedRoleField {...f.roleIds} type="Staff" help="Granted when the invitation is accepted." />}
      </>
    )}
  </ResourceForm>
);
