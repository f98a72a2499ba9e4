"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { None, When } from "@/components/ui/value";
import { CompanyStatus, companyStatusOptions } from "../../companies/_screens/company.words";
import { companyQueue } from "../company-queue.resource";
import { Reasons } from "./queued-company.words";

export const QueuedCompanyList = () => (
  <ResourceList
    of={companyQueue}
    columns={[
      { key: "name", sort: true },
      { key: "registerNumber", sort: true, width: "170px" },
      { key: "isVerified", width: "230px", onPhone: true, cell: Reasons, export: ["isVerified", "isDuplicate"] },
      { key: "invitedBy.name", width: "190px", onPhone: true, cell: (row) => row.invitedBy?.name ?? <None /> },
      { key: "status", width: "110px", cell: CompanyStatus },
      { key: "peopleCount", align: "right", width: "90px" },
      { key: "email", width: "220px", hidden: true },
      { key: "category.name", width: "150px", hidden: true },
      { key: "createdAt", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
    ]}
    filters={[
      "name",
      { kind: "select", name: "status", options: companyStatusOptions },
      { kind: "boolean", name: "isVerified" },
      { kind: "boolean", name: "isDuplicate" },
    ]}
    empty="No company waits for a decision. Companies that others invite, and those with the register number of another one, appear here."
  />
);
