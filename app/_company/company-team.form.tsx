"use client";

import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-step";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { CreateCompanyTeam } from "@/server/companies/people/company-team/company-team.schema";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";

interface Props {
  /** the team to change; none for a new one */
  record?: RowOf<"teams">;
  onClose: () => void;
}

const Fields = CreateCompanyTeam.omit({ companyId: true });

export function CompanyTeamDialog({ record, onClose }: Props) {
  const { companyId, teams } = useCompanyDoor();
  return (
    <FormDialog title={record ? t("Edit {name}", { name: record.name }) : t("Create team")} onClose={onClose}>
      <ResourceForm of={teams} schema={Fields} record={record} within={{ companyId }}>
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
