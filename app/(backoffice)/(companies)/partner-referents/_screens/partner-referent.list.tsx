"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None } from "@/components/ui/value";
import { partnerReferents } from "../partner-referent.resource";

export const PartnerReferentList = () => (
  <ResourceList
    of={partnerReferents}
    columns={[
      {
        key: "lastName",
        title: "Name",
        sort: true,
        width: "200px",
        cell: partnerReferents.title,
        export: ["firstName", "lastName"],
      },
      { key: "email", edit: true, sort: true, width: "240px" },
      { key: "phoneNumber", edit: true, width: "150px" },
      {
        key: "companies",
        isLong: true,
        cell: (row) => row.companies.map(({ name }) => name).join(", ") || <None />,
      },
      ...stampColumns,
    ]}
    filters={["name", "email", "companyId"]}
    empty="A partner referent is the contact for companies about their partners."
  />
);
