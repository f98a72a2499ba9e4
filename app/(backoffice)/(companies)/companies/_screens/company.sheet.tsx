"use client";

import { Box } from "@mantine/core";
import { InviteButton } from "@/app/_company/company-invite.form";
import { MailTemplatesTab } from "@/app/_company/company-mail-templates.tab";
import { PeopleTab } from "@/app/_company/company-people.tab";
import { CompanyPreferencesTab } from "@/app/_company/company-preferences.tab";
import { CompanyRolesTab } from "@/app/_company/company-roles.tab";
import { CompanyTeamsTab } from "@/app/_company/company-teams.tab";
import { NotVerified } from "@/app/_company/not-verified.words";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { brandLinks } from "../../brand-links/brand-link.resource";
import { companies } from "../company.resource";
import { CompanyForm } from "./company.form";
import { CompanyStatus } from "./company.words";
import { BrandsTab } from "./company-brands.tab";
import { CompanyHead, CompanySentence } from "./company-head.words";
import { CompanyOverviewTab } from "./company-overview.tab";
import { PartnersTab } from "./company-partners.tab";
import { CompanyPersTab } from "./company-pers.tab";
import { companyPersLinks } from "./company-pers-link.words";
import { companyVehicleLinks } from "./company-vehicle-link.words";
import { VehiclesTab } from "./company-vehicles.tab";
import { StaffDoor } from "./staff-door.part";
import {
  companyMailTemplates,
  companyPreferenceRights,
  companyRoles,
  companyTeams,
  companyUsers,
} from "./staff-parts.words";

export function CompanySheet({ id }: { id: string }) {
  const may = useMay();
  return (
    <StaffDoor companyId={id}>
      <ResourceSheet
        of={companies}
        id={id}
        beside={(record) => (
          <>
            <CompanyStatus status={record.status} /> <NotVerified isVerified={record.isVerified} />
          </>
        )}
        sentence={(record) => <CompanySentence record={record} />}
        head={(record) => <CompanyHead record={record} />}
        facts={(record) => (
          <span>
            {record.category.name}, {record.registerNumber}
          </span>
        )}
        overview={(record) => <CompanyOverviewTab record={record} />}
        edit={(record) => <CompanyForm record={record} />}
        tabs={[
          ...(may(companyUsers.may.read)
            ? [
                {
                  key: "people",
                  title: "People",
                  content: () => (
                    <>
                      <Box mb="sm">
                        <InviteButton />
                      </Box>
                      <PeopleTab />
                    </>
                  ),
                },
              ]
            : []),
          ...(may(companyRoles.may.read) ? [{ key: "roles", title: "Roles", content: () => <CompanyRolesTab /> }] : []),
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
          ...(may(companyTeams.may.read) ? [{ key: "teams", title: "Teams", content: () => <CompanyTeamsTab /> }] : []),
          ...(may(companyPreferenceRights.read)
            ? [{ key: "preferences", title: "Preferences", content: () => <CompanyPreferencesTab /> }]
            : []),
          ...(may(companyMailTemplates.may.read)
            ? [
                {
                  key: "mail-texts",
                  title: "E-mail texts",
                  content: (record: { name: string }) => <MailTemplatesTab name={record.name} />,
                },
              ]
            : []),
        ]}
      />
    </StaffDoor>
  );
}
