"use client";

import { NotVerified } from "@/app/_company/not-verified.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import type { RowOf } from "@/components/kit/resource";
import { companies } from "../company.resource";
import { CompanyStatus, companyStatusOptions, LinkCount } from "./company.words";

const Standing = ({ status, isVerified }: RowOf<"companies">) => (
  <>
    <CompanyStatus status={status} /> <NotVerified isVerified={isVerified} />
  </>
);

export const CompanyList = () => (
  <ResourceList
    of={companies}
    columns={[
      { key: "name", sort: true },
      { key: "registerNumber", sort: true, width: "170px" },
      { key: "category.name", sort: "category", width: "150px", onPhone: true },
      {
        key: "status",
        sort: true,
        width: "200px",
        onPhone: true,
        cell: Standing,
        export: ["status", "isVerified"],
      },
      { key: "peopleCount", align: "right", width: "90px" },
      { key: "persCount", align: "right", width: "90px", cell: (row) => <LinkCount count={row.persCount} /> },
      { key: "vehiclesCount", align: "right", width: "90px", cell: (row) => <LinkCount count={row.vehiclesCount} /> },
      { key: "email", edit: true, width: "220px", hidden: true },
      { key: "erpId", sort: true, width: "110px", hidden: true },
      ...stampColumns,
    ]}
    filters={[
      "name",
      "registerNumber",
      { name: "companyCategoryId", can: ["anyOf", "noneOf"] },
      { name: "countryId", can: ["anyOf", "noneOf", "isEmpty"] },
      { kind: "select", name: "status", options: companyStatusOptions },
      { kind: "boolean", name: "isVerified" },
      { kind: "boolean", name: "hasWaitingInvitations", yes: "for staff", no: "no" },
    ]}
    empty="Companies are created by the ERP, by imports, or by staff."
  />
);
