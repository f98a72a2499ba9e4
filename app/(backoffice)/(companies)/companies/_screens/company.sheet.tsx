"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { brandLinks } from "../../brand-links/brand-link.resource";
import { companies } from "../company.resource";
import { CompanyForm } from "./company.form";
import { CompanyStatus } from "./company.words";
import { BrandsTab } from "./company-brands.tab";
import { companyMailTemplates } from "./company-mail-template.words";
import { MailTemplatesTab } from "./company-mail-templates.tab";
import { CompanyOverviewTab } from "./company-overview.tab";
import { PartnersTab } from "./company-partners.tab";
import { PeopleTab } from "./company-people.tab";
import { CompanyPersTab } from "./company-pers.tab";
import { companyPersLinks } from "./company-pers-link.words";
import { companyUsers } from "./company-person.words";
import { CompanyPreferencesTab } from "./company-preferences.tab";
import { companyRoles } from "./company-role.words";
import { CompanyRolesTab } from "./company-roles.tab";
import { companyTeams } from "./company-team.words";
import { CompanyTeamsTab } from "./company-teams.tab";
import { companyVehicleLinks } from "./company-vehicle-link.words";
import { VehiclesTab } from "./company-vehicles.tab";

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
      overview={(record) => <CompanyOverviewTab record={record} />}
      edit={(record) => <CompanyForm record={record} />}
      tabs={[
        ...(may(companyUsers.may.read)
          ? [{ key: "people", title: "People", content: () => <PeopleTab companyId={id} /> }]
          : []),
        ...(may(companyRoles.may.read)
          ? [{ key: "roles", title: "Roles", content: () => <CompanyRolesTab companyId={id} /> }]
          : []),
        ...(may(companyPersLinks.may.read)
          ? [{ key: "pers", title: "PERS", content: () => <CompanyPersTab companyId={id} /> }]
          : []),
        ...(may(companyVehicleLinks.may.read)
          ? [{ key: "vehicles", title: "Vehicles", content: () => <VehiclesTab companyId={id} /> }]
          : []),
        ...(may(brandLinks.may.read)
          ? [{ key: "brands", title: "Brands", content: () => <BrandsTab companyId={id} /> }]
          : []),
        { key: "partners", title: "Partners", content: () => <PartnersTab companyId={id} /> },
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
                title: "E-mail texts",
                content: (record: { id: string; name: string }) => <MailTemplatesTab company={record} />,
              },
            ]
          : []),
      ]}
    />
  );
}
