"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { whoCanList } from "./who-can.columns";

/** Who can do something, and through which role; the address names the right, so that it can be sent to somebody. */
export const WhoCanList = () => (
  <ResourceList
    list={whoCanList}
    title="Who can do what"
    empty="Active people who hold a role, with the role that lets them."
    href={(row) => (row.type === "Staff" ? `/staff/${row.id}?tab=rights` : `/portal-users/${row.id}?tab=rights`)}
  />
);
