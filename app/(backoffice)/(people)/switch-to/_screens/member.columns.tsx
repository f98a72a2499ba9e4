import { defineList } from "@/components/kit/list/definition";

export const memberList = defineList({
  name: "switchTo",
  columns: [
    { key: "lastName", title: "Member", sort: true, cell: (row) => `${row.firstName} ${row.lastName}` },
    { key: "companyName", title: "Company", sort: true },
    { key: "roleTitle", title: "Role", width: "160px" },
    { key: "email", title: "E-mail", sort: true },
    { key: "type", title: "Type", width: "160px" },
  ],
  filters: [
    { kind: "text", name: "memberName", title: "Member" },
    { kind: "text", name: "companyName", title: "Company" },
  ],
  search: "memberName",
});
