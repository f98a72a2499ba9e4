"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { memberList } from "./member.columns";

export const MemberList = () => (
  <ResourceList
    list={memberList}
    title="Switch to a member"
    empty="Active members of active companies can be switched to."
    href={(row) => `/switch-to/${row.id}`}
  />
);
