import { defineList } from "@/components/kit/list/definition";
import { When } from "@/components/ui/value";

export const modelPersList = defineList({
  name: "modelPers",
  columns: [
    { key: "label", title: "Label", sort: true, width: "240px" },
    { key: "description", title: "Description" },
    { key: "updatedAt", title: "Changed", sort: true, width: "140px", cell: (row) => <When at={row.updatedAt} /> },
    { key: "createdAt", title: "Created", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [{ kind: "text", name: "label", title: "Label" }],
  search: "label",
});
