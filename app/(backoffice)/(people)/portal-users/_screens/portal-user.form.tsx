"use client";

import { useWatch } from "react-hook-form";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { type FieldProps, RecordField, SelectField, TextField } from "@/components/kit/form/fields";
import { type FormFields, ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreatePortalUser, EditPortalUser } from "@/server/identity/portal-user/portal-user.schema";
import { userStates } from "@/server/identity/user/user.rules";
import { PromisedRoleField } from "../../_fields/promised-role.field";
import { portalUsers } from "../portal-user.resource";
import { statusOptions, typeOptions } from "./person.words";

type Fields = Omit<FormFields<typeof CreatePortalUser>, "roleIds">;

/** Roles for people of the type that is chosen. */
const Roles = (props: FieldProps) => (
  <PromisedRoleField {...props} type={useWatch({ name: "type" }) ?? "Pro Center Member"} />
);

const Who = ({ f, isNew }: { f: Fields; isNew: boolean }) => (
  <>
    <TextField {...f.firstName} />
    <TextField {...f.lastName} />
    <TextField
      {...f.email}
      help={!isNew && "A new address takes effect once it is confirmed through the link we send there."}
    />
    <SelectField {...f.type} options={typeOptions} />
  </>
);

const Details = ({ f }: { f: Fields }) => (
  <>
    <TextField {...f.phoneNumber} optional />
    <RecordField {...f.countryId} optional of={countries} />
    <RecordField {...f.languageId} optional of={languages} />
    <TextField {...f.erpId} optional />
  </>
);

/** The status there is, and what may follow it; nobody is made to wait for an invitation again. */
const optionsFrom = (status: RecordOf<"portalUsers">["status"]) =>
  statusOptions.filter(
    ({ value }) => value === status || (value !== "pending" && userStates.next(status).some((next) => next === value)),
  );

/** Who has not accepted the invitation yet can be neither disabled nor enabled. */
export const PortalUserForm = ({ record }: { record?: RecordOf<"portalUsers"> }) =>
  record && record.status !== "pending" ? (
    <ResourceForm of={portalUsers} schema={EditPortalUser} record={record}>
      {(f) => (
        <>
          <Who f={f} isNew={false} />
          <SelectField
            {...f.status}
            options={optionsFrom(record.status)}
            help="A disabled account is signed out immediately."
          />
          <Details f={f} />
        </>
      )}
    </ResourceForm>
  ) : (
    <ResourceForm
      of={portalUsers}
      schema={CreatePortalUser}
      record={record}
      values={record ? undefined : { type: "Pro Center Member" }}
    >
      {(f) => (
        <>
          <Who f={f} isNew={!record} />
          <Details f={f} />
          {!record && <Roles {...f.roleIds} help="Granted when the invitation is accepted." />}
        </>
      )}
    </ResourceForm>
  );
