import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Mark, None, When } from "@/components/ui/value";
import { UserStatus } from "../../portal-users/_screens/portal-user.columns";

const statusOptions = ["Pending", "Active", "Disabled"].map((label) => ({ value: label.toLowerCase(), label }));

export const staffList = defineList({
  name: "staff",
  columns: [
    { key: "lastName", title: "Name", sort: true, cell: (row) => `${row.firstName} ${row.lastName}` },
    { key: "email", title: "E-mail", sort: true },
    { key: "status", title: "Status", sort: true, width: "110px", cell: (row) => <UserStatus status={row.status} /> },
    { key: "roles", title: "Roles", cell: (row) => row.roles.map(({ name }) => name).join(", ") || <None /> },
    {
      key: "hasSecondFactor",
      title: "Two-step",
      width: "100px",
      cell: (row) => <Mark value={row.hasSecondFactor} title="Two-step sign-in on" />,
    },
    {
      key: "lastLoginAt",
      title: "Last sign-in",
      sort: true,
      width: "140px",
      cell: (row) => <When at={row.lastLoginAt} />,
    },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "text", name: "email", title: "E-mail" },
    { kind: "select", name: "status", title: "Status", options: statusOptions },
    { kind: "record", name: "roleId", title: "Role", source: { of: "roles", show: "name", search: "name" } },
    { kind: "boolean", name: "hasSecondFactor", title: "Two-step sign-in", yes: "on", no: "off" },
  ],
  search: "name",
});
