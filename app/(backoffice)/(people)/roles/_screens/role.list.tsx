"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { roleList } from "./role.columns";

const roles = (count: number) => `${count} ${count === 1 ? "role" : "roles"}`;

export function RoleList() {
  const removeAll = trpc.roles.removeAll.useMutation();
  return (
    <ResourceList
      list={roleList}
      title="Roles"
      empty="A role is a set of permissions that people can hold."
      href={(row) => `/roles/${row.id}`}
      create={{ title: "Create role", href: "/roles/new", needs: "role.write" }}
      bulk={[
        {
          title: "Delete",
          needs: "role.write",
          danger: true,
          ask: (count) => `Delete ${roles(count)}?`,
          run: async (ids) => {
            await removeAll.mutateAsync({ ids });
            return `${roles(ids.length)} deleted`;
          },
        },
      ]}
    />
  );
}
