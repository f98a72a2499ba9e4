"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { staffList } from "./staff.columns";

export const StaffList = () => (
  <ResourceList
    list={staffList}
    title="Staff"
    empty="The people who work in this backoffice. Invite them here, then give them roles."
    href={(row) => `/staff/${row.id}`}
    create={{ title: "Invite staff", href: "/staff/new", needs: "staff.write" }}
  />
);
