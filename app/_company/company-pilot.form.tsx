"use client";

import { SelectField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { CreateCompanyPilot, UpdateCompanyPilot } from "@/server/companies/people/company-pilot/company-pilot.schema";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";

const Person = CreateCompanyPilot.omit({ companyTeamId: true });

/** Invites somebody into a team; an address that is known stays that person's, with their own name. */
export function InvitePilotDialog({ team, onClose }: { team: RowOf<"teams">; onClose: () => void }) {
  const { companyId, pilots } = useCompanyDoor();
  const create = trpc[pilots.router].create.useMutation();
  return (
    <FormDialog title={t("Invite a pilot to {name}", { name: team.name })} onClose={onClose}>
      <ResourceForm
        of={pilots}
        schema={Person}
        values={{ user: { email: "", firstName: "", lastName: "" } }}
        save={(values) => create.mutateAsync({ ...values, companyId, companyTeamId: team.id })}
      >
        {() => (
          <>
            <TextField
              name="user.email"
              label="E-mail"
              type="email"
              help="We send the invitation there. Its link is valid for 7 days. A member without a team joins immediately."
            />
            <TextField name="user.firstName" label="First name" />
            <TextField name="user.lastName" label="Last name" />
            <TextField name="user.phoneNumber" label="Phone number" type="tel" optional />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}

interface MoveProps {
  pilot: RowOf<"teamPilots">;
  onClose: () => void;
}

/** Moves a pilot to another team of the company. */
export function MovePilotDialog({ pilot, onClose }: MoveProps) {
  const { companyId, pilots, teams } = useCompanyDoor();
  const all = trpc[teams.router].rows.useQuery({ companyId, limit: 1000, sortBy: "name:asc" });
  const options = (all.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog title={t("Move {name}", { name: pilots.title(pilot) })} onClose={onClose} width={480}>
      <ResourceForm of={pilots} schema={UpdateCompanyPilot} record={pilot} within={{ companyId }}>
        {(f) => <SelectField {...f.companyTeamId} options={options} />}
      </ResourceForm>
    </FormDialog>
  );
}
