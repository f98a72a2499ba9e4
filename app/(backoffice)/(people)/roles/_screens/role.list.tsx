"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { trpc } from "@/components/kit/trpc";
import { Mark } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { roles } from "../role.resource";
import { groupLabel, groupOptions } from "./role.words";

export function RoleList() {
  const removeAll = trpc.roles.removeAll.useMutation();
  return (
    <ResourceList
      of={roles}
      columns={[
        { key: "name", sort: true, cell: (row) => productName(row.name) },
        { key: "groupCode", sort: true, width: "130px", cell: (row) => groupLabel(row.groupCode) },
        { key: "permissions", align: "right", width: "110px", cell: (row) => row.permissions.length },
        { key: "usersCount", sort: true, align: "right", width: "90px" },
        {
          key: "isSystem",
          sort: true,
          width: "90px",
          cell: (row) => <Mark value={row.isSystem} title="System role" />,
        },
        { key: "code", sort: true, width: "180px", hidden: true, cell: (row) => <code>{row.code}</code> },
        ...stampColumns,
      ]}
      filters={["name", { kind: "select", name: "groupCode", options: groupOptions }]}
      empty="A role is a set of permissions that you can grant to people."
      bulk={[
        {
          title: "Delete",
          needs: roles.may.write,
          danger: true,
          ask: (count) => t("{count, plural, one {Delete # role?} other {Delete # roles?}}", { count }),
          run: async (ids) => {
            await removeAll.mutateAsync({ ids });
            return t("{count, plural, one {# role} other {# roles}} deleted", { count: ids.length });
          },
        },
      ]}
    />
  );
}
