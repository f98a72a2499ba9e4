"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { portalUserList } from "./portal-user.columns";

export const PortalUserList = () => (
  <ResourceList
    list={portalUserList}
    title="Portal users"
    empty="Riders and the people of companies. They register themselves, or you create them here."
    href={(row) => `/portal-users/${row.id}`}
    create={{ title: "Create portal user", href: "/portal-users/new", needs: "portal-user.write" }}
  />
);
