import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Mark } from "@/components/ui/value";
import { groupCodes } from "@/server/permissions";

export const groupOptions = Object.entries(groupCodes).map(([value, label]) => ({ value, label }));
const groupLabel = (code: string) => groupOptions.find(({ value }) => value === code)?.label ?? code;

export const roleList = defineList({
  name: "roles",
  columns: [
    { key: "name", title: "Name", sort: true },
    { key: "code", title: "Code", sort: true, width: "180px", cell: (row) => <code>{row.code}</code> },
    { key: "groupCode", title: "Group", sort: true, width: "130px", cell: (row) => groupLabel(row.groupCode) },
    {
      key: "permissions",
      title: "Permissions",
      align: "right",
      width: "110px",
      cell: (row) => row.permissions.length,
    },
    { key: "usersCount", title: "Users", sort: true, align: "right", width: "90px" },
    {
      key: "isSystem",
      title: "System",
      sort: true,
      width: "90px",
      cell: (row) => <Mark value={row.isSystem} title="System role" />,
    },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "select", name: "groupCode", title: "Group", options: groupOptions },
  ],
  search: "name",
});
