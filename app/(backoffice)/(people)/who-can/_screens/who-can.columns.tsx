import { defineList } from "@/components/kit/list/definition";
import { permissionCatalogue } from "@/server/permissions";

const rights = Object.entries(permissionCatalogue).map(([value, [label]]) => ({ value, label }));
const types = ["Staff", "Pro Center Admin", "Pro Center Member", "Rider"].map((value) => ({ value, label: value }));

export const whoCanList = defineList({
  name: "rightHolders",
  columns: [
    { key: "lastName", title: "Name", sort: true, cell: (row) => `${row.firstName} ${row.lastName}` },
    { key: "roles", title: "Through" },
    { key: "type", title: "Type", sort: true, width: "160px" },
    { key: "email", title: "E-mail", sort: true },
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "select", name: "permission", title: "Right", options: rights },
    { kind: "record", name: "roleId", title: "Role", source: { of: "roles", show: "name", search: "name" } },
    { kind: "select", name: "type", title: "Type", options: types },
  ],
  search: "name",
});
