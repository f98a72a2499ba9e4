import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None, Status, When } from "@/components/ui/value";

export const typeOptions = ["Rider", "Pro Center Admin", "Pro Center Member"].map((value) => ({ value, label: value }));

const tones = { pending: "warn", active: "ok", disabled: "quiet" } as const;
export const UserStatus = ({ status }: { status: keyof typeof tones }) => (
  <Status tone={tones[status]}>{status[0]?.toUpperCase() + status.slice(1)}</Status>
);

const memberTones = { invited: "warn", active: "ok", disabled: "quiet" } as const;
/** Whether a person's membership of a company counts. */
export const MembershipStatus = ({ status }: { status: keyof typeof memberTones }) => (
  <Status tone={memberTones[status]}>{status[0]?.toUpperCase() + status.slice(1)}</Status>
);

export const portalUserList = defineList({
  name: "portalUsers",
  columns: [
    { key: "lastName", title: "Name", sort: true, cell: (row) => `${row.firstName} ${row.lastName}` },
    { key: "email", title: "E-mail", sort: true },
    { key: "type", title: "Type", sort: true, width: "160px" },
    { key: "status", title: "Status", sort: true, width: "110px", cell: (row) => <UserStatus status={row.status} /> },
    { key: "erpId", title: "ERP id", sort: true, width: "110px" },
    {
      key: "lastLoginAt",
      title: "Last sign-in",
      sort: true,
      width: "140px",
      cell: (row) => (row.lastLoginAt ? <When at={row.lastLoginAt} /> : <None />),
    },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "text", name: "email", title: "E-mail" },
    { kind: "select", name: "type", title: "Type", options: typeOptions },
    { kind: "text", name: "erpId", title: "ERP id" },
    { kind: "record", name: "countryId", title: "Country", source: { of: "countries", show: "name", search: "name" } },
  ],
  search: "name",
});
