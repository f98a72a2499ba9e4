"use client";

import { Facts } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { None } from "@/components/ui/value";
import { brandLinks } from "../../brand-links/brand-link.resource";
import { companies } from "../company.resource";
import { CompanyStatus } from "./company.words";
import { BrandsTab } from "./company-brands.tab";
import { PartnersTab } from "./company-partners.tab";
import { PeopleTab } from "./company-people.tab";
import { CompanyPersTab } from "./company-pers.tab";
import { companyPersLinks } from "./company-pers-link.words";
import { companyUsers } from "./company-person.words";
import { companyRoles } from "./company-role.words";
import { CompanyRolesTab } from "./company-roles.tab";
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
      tabs={[
        {
          key: "overview",
          title: "Overview",
          content: ({ email, phoneNumber, address, erpId, peopleCount }) => (
            <Facts
              facts={[
                ["People", peopleCount],
                ["E-mail", email ?? <None key="email" />],
                ["Phone number", phoneNumber ?? <None key="phone" />],
                ["Address", address ?? <None key="address" />],
                ["ERP id", erpId ?? <None key="erp" />],
              ]}
            />
          ),
        },
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
      ]}
    />
  );
}
