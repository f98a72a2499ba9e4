import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { UserStatus } from "../../portal-users/_screens/portal-user.columns";

export const riderList = defineList({
  name: "riders",
  columns: [
    { key: "lastName", title: "Name", sort: true, cell: (row) => `${row.firstName} ${row.lastName}` },
    { key: "email", title: "E-mail", sort: true },
    { key: "phoneNumber", title: "Phone number", width: "160px" },
    { key: "status", title: "Status", sort: true, width: "110px", cell: (row) => <UserStatus status={row.status} /> },
    { key: "erpId", title: "ERP id", sort: true, width: "110px" },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "text", name: "email", title: "E-mail" },
    { kind: "text", name: "erpId", title: "ERP id" },
    { kind: "record", name: "countryId", title: "Country", source: { of: "countries", show: "name", search: "name" } },
  ],
  search: "name",
});
