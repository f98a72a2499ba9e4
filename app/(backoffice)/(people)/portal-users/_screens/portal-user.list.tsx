"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { portalUsers } from "../portal-user.resource";
import { typeOptions, UserStatus } from "./person.words";

export const PortalUserList = () => (
  <ResourceList
    of={portalUsers}
    columns={[
      { key: "lastName", title: "Name", sort: true, cell: portalUsers.title, export: ["firstName", "lastName"] },
      { key: "email", sort: true, onPhone: true },
      { key: "type", sort: true, width: "160px", cell: (row) => t(row.type) },
      { key: "status", sort: true, width: "110px", onPhone: true, cell: UserStatus },
      { key: "erpId", sort: true, width: "110px", hidden: true },
      { key: "lastLoginAt", sort: true, width: "140px", cell: (row) => <When at={row.lastLoginAt} /> },
      ...stampColumns,
    ]}
    filters={[
      "name",
      "email",
      { kind: "select", name: "type", options: typeOptions, can: ["anyOf", "noneOf"] },
      "erpId",
      "countryId",
    ]}
    empty="Riders and company users. They register themselves, or you create them here."
  />
);
