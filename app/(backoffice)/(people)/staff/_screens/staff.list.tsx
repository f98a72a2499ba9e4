"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Mark, None, When } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { statusOptions, UserStatus } from "../../portal-users/_screens/person.words";
import { staff } from "../staff.resource";

export const StaffList = () => (
  <ResourceList
    of={staff}
    columns={[
      { key: "lastName", title: "Name", sort: true, cell: staff.title, export: ["firstName", "lastName"] },
      { key: "email", sort: true, onPhone: true },
      { key: "status", sort: true, width: "110px", onPhone: true, cell: UserStatus },
      { key: "roles", cell: (row) => row.roles.map(({ name }) => productName(name)).join(", ") || <None /> },
      {
        key: "hasSecondFactor",
        title: "Two-step",
        width: "100px",
        cell: (row) => <Mark value={row.hasSecondFactor} title="Two-step sign-in on" />,
      },
      { key: "lastLoginAt", sort: true, width: "140px", cell: (row) => <When at={row.lastLoginAt} /> },
      ...stampColumns,
    ]}
    filters={[
      "name",
      "email",
      { kind: "select", name: "status", options: statusOptions, can: ["anyOf", "noneOf"] },
      { name: "roleId", can: ["anyOf", "noneOf"] },
      { kind: "boolean", name: "hasSecondFactor", yes: "on", no: "off" },
    ]}
    empty="The people who work in this backoffice. Invite them here, then grant them roles."
  />
);
