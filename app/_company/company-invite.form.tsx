"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { SelectField, SwitchField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useLanguages } from "@/components/kit/use-languages";
import { useMay } from "@/components/kit/viewer";
import { InviteMember, SetMemberRole } from "@/server/companies/people/company-admin/company-admin.schema";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";

/** The roles of the company that can be given to somebody. */
function useRoleOptions() {
  const { companyId, roles } = useCompanyDoor();
  const enabled = useMay()(roles.may.read);
  const known = trpc[roles.router].rows.useQuery({ companyId, limit: 1000, sortBy: "title:asc" }, { enabled });
  return (known.data?.items ?? [])
    .filter(({ isActivated }) => isActivated)
    .map(({ id, title, isDefault }) => ({ value: id, label: isDefault ? t("{title} (default)", { title }) : title }));
}

/** The way to invite somebody, for who may. */
export function InviteButton() {
  const { members } = useCompanyDoor();
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <Allowed needs={members.may.write}>
        <Button onClick={() => setIsInviting(true)}>{t("Invite member")}</Button>
      </Allowed>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}

/** Invites somebody into the company; an address that is known stays that person's, with their own name. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const { companyId, members, invited } = useCompanyDoor();
  const create = trpc[members.router].create.useMutation();
  const roles = useRoleOptions();
  const languages = useLanguages().data ?? [];
  return (
    <FormDialog title="Invite member" onClose={onClose}>
      <ResourceForm
        of={members}
        schema={InviteMember}
        values={invited}
        submit="Invite"
        opens={null}
        save={(values) => create.mutateAsync({ ...values, companyId })}
      >
        {(f) => (
          <>
            <TextField {...f.email} type="email" help="We send the invitation there. Its link is valid for 7 days." />
            <TextField {...f.firstName} />
            <TextField {...f.lastName} />
            <TextField {...f.phoneNumber} type="tel" optional />
            <SelectField
              {...f.languageId}
              options={languages.map(({ id, name }) => ({ value: id, label: name }))}
              optional
            />
            <SelectField {...f.companyRoleId} options={roles} placeholder="Default role of the company" optional />
            <SwitchField
              {...f.isAdmin}
              help="Admins are told when another company invites yours. It gives no permission."
            />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}

/** Gives a member another role of the company, or none. */
export function MemberRoleDialog({ member, onClose }: { member: RowOf<"members">; onClose: () => void }) {
  const { companyId, members } = useCompanyDoor();
  const setRole = trpc[members.router].setRole.useMutation();
  const options = useRoleOptions();
  return (
    <FormDialog title={t("Role of {name}", { name: members.title(member) })} onClose={onClose} width={480}>
      <ResourceForm
        of={members}
        schema={SetMemberRole}
        record={member}
        read={({ companyRole }) => ({ companyRoleId: companyRole?.id ?? null })}
        within={{ companyId }}
        save={({ companyRoleId = null }, ifMatch) =>
          setRole.mutateAsync({ companyId, id: member.id, companyRoleId, ifMatch })
        }
      >
        {(f) => <SelectField {...f.companyRoleId} options={options} placeholder="No role" optional />}
      </ResourceForm>
    </FormDialog>
  );
}
