"use client";

import { SelectField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { CreateCompanyPilot, UpdateCompanyPilot } from "@/server/companies/company-pilot/company-pilot.schema";
import { t } from "@/texts/t";
import { companyPilots } from "./company-team.words";

const Person = CreateCompanyPilot.omit({ companyTeamId: true });

/** Invites somebody into a team; an address that is known stays that person's, with their own name. */
export function InvitePilotDialog({ team, onClose }: { team: RowOf<"companyTeams">; onClose: () => void }) {
  const create = trpc.companyPilots.create.useMutation();
  return (
    <FormDialog title={t("Invite a pilot to {name}", { name: team.name })} onClose={onClose}>
      <ResourceForm
        of={companyPilots}
        schema={Person}
        values={{ user: { email: "", firstName: "", lastName: "" } }}
        save={(values) => create.mutateAsync({ ...values, companyTeamId: team.id })}
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
  companyId: string;
  pilot: RowOf<"companyPilots">;
  onClose: () => void;
}

/** Moves a pilot to another team of the company. */
export function MovePilotDialog({ companyId, pilot, onClose }: MoveProps) {
  const update = trpc.companyPilots.update.useMutation();
  const teams = trpc.companyTeams.rows.useQuery({ companyId, limit: 1000, sortBy: "name:asc" });
  const options = (teams.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog title={t("Move {name}", { name: companyPilots.title(pilot) })} onClose={onClose} width={480}>
      <ResourceForm
        of={companyPilots}
        schema={UpdateCompanyPilot}
        record={pilot}
        save={(values, ifMatch) => update.mutateAsync({ ...values, id: pilot.id, ifMatch })}
      >
        {(f) => <SelectField {...f.companyTeamId} options={options} />}
      </ResourceForm>
    </FormDialog>
  );
}
