"use client";

import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { RecordField, SelectField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { CreateCompanyAdmin } from "@/server/companies/company-admin/company-admin.schema";
import { companyAdmins } from "./company-person.words";
import { companyRoles } from "./company-role.words";

interface Props {
  companyId: string;
  onClose: () => void;
}

/** Invites somebody as an admin of the company; an address that is known stays that person's, with their own name. */
export function InviteDialog({ companyId, onClose }: Props) {
  const maySeeRoles = useMay()(companyRoles.may.read);
  const create = trpc.companyAdmins.create.useMutation();
  const roles = trpc.companyRoles.rows.useQuery(
    { companyId, limit: 1000, sortBy: "title:asc" },
    { enabled: maySeeRoles },
  );
  const options = (roles.data?.items ?? [])
    .filter(({ isActivated }) => isActivated)
    .map(({ id, title, isDefault }) => ({ value: id, label: isDefault ? `${title} (default)` : title }));
  return (
    <FormDialog title="Invite admin" onClose={onClose}>
      <ResourceForm
        of={companyAdmins}
        schema={CreateCompanyAdmin}
        save={(values) => create.mutateAsync({ ...values, companyId })}
      >
        {(f) => (
          <>
            <TextField {...f.email} type="email" help="We send the invitation there. Its link is valid for 7 days." />
            <TextField {...f.firstName} />
            <TextField {...f.lastName} />
            <TextField {...f.phoneNumber} type="tel" optional />
            <RecordField {...f.languageId} of={languages} optional />
            <SelectField {...f.companyRoleId} options={options} placeholder="Default role of the company" optional />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}
