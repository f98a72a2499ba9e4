"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { CreateCompanyTeam } from "@/server/companies/company-team/company-team.schema";
import { t } from "@/texts/t";
import { companyTeams } from "./company-team.words";

interface Props {
  companyId: string;
  /** the team to change; none for a new one */
  record?: RowOf<"companyTeams">;
  onClose: () => void;
}

const Fields = CreateCompanyTeam.omit({ companyId: true });

export function CompanyTeamDialog({ companyId, record, onClose }: Props) {
  const create = trpc.companyTeams.create.useMutation();
  const update = trpc.companyTeams.update.useMutation();
  return (
    <FormDialog title={record ? t("Edit {name}", { name: record.name }) : t("Create team")} onClose={onClose}>
      <ResourceForm
        of={companyTeams}
        schema={Fields}
        record={record}
        save={async (values, ifMatch) => {
          const saved = record
            ? await update.mutateAsync({ ...values, id: record.id, ifMatch })
            : await create.mutateAsync({ ...values, companyId });
          return saved;
        }}
      >
        {(f) => (
          <>
            <TextField {...f.name} />
            <TextAreaField {...f.description} rows={2} optional />
          </>
        )}
      </ResourceForm>
    </FormDialog>
  );
}
