"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { t } from "@/texts/t";
import { members } from "../member.resource";

export const MemberList = () => (
  <ResourceList
    of={members}
    columns={[
      { key: "lastName", sort: true, cell: members.title, export: ["firstName", "lastName"] },
      { key: "companyName", sort: true },
      { key: "roleTitle", width: "160px" },
      { key: "email", sort: true },
      { key: "type", width: "160px", cell: (row) => t(row.type) },
    ]}
    filters={["memberName", "companyName"]}
    empty="You can switch to active members of active companies."
  />
);
