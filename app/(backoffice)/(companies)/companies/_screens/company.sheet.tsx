"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { companies } from "../company.resource";
import { CompanyForm } from "./company.form";
import { CompanyStatus } from "./company.words";
import { companyMailTemplates } from "./company-mail-template.words";
import { MailTemplatesTab } from "./company-mail-templates.tab";
import { CompanyOverviewTab } from "./company-overview.tab";
import { PeopleTab } from "./company-people.tab";
import { companyUsers } from "./company-person.words";
import { CompanyPreferencesTab } from "./company-preferences.tab";
import { companyRoles } from "./company-role.words";
import { CompanyRolesTab } from "./company-roles.tab";
import { companyTeams } from "./company-team.words";
import { CompanyTeamsTab } from "./company-teams.tab";

export function CompanySheet({ id }: { id: string }) {
  const may = useMay();
  return (
    <ResourceSheet
      of={companies}
      id={id}
      beside={(record) => <CompanyStatus status={record.status} />}
      facts={(record) => (
        <span>
          {record.category.label}, {record.registerNumber}
        </span>
      )}
      tabs={[
        { key: "overview", title: "Overview", content: (record) => <CompanyOverviewTab record={record} /> },
        { key: "details", title: "Details", content: (record) => <CompanyForm record={record} /> },
        ...(may(companyUsers.may.read)
          ? [{ key: "people", title: "People", content: () => <PeopleTab companyId={id} /> }]
          : []),
        ...(may(companyRoles.may.read)
          ? [{ key: "roles", title: "Roles", content: () => <CompanyRolesTab companyId={id} /> }]
          : []),
        ...(may(companyTeams.may.read)
          ? [{ key: "teams", title: "Teams", content: () => <CompanyTeamsTab companyId={id} /> }]
          : []),
        ...(may("company-preference.read")
          ? [{ key: "preferences", title: "Preferences", content: () => <CompanyPreferencesTab companyId={id} /> }]
          : []),
        ...(may(companyMailTemplates.may.read)
          ? [
              {
                key: "mail-texts",
                title: "Mail texts",
                content: (record: { id: string; name: string }) => <MailTemplatesTab company={record} />,
              },
            ]
          : []),
      ]}
    />
  );
}
