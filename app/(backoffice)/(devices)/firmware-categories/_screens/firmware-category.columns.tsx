import { defineList } from "@/components/kit/list/definition";
import { LinkTo, When } from "@/components/ui/value";

export const firmwareCategoryList = defineList({
  name: "firmwareCategories",
  columns: [
    { key: "label", title: "Label", sort: true, width: "240px" },
    { key: "description", title: "Description" },
    {
      key: "versionsCount",
      title: "Versions",
      align: "right",
      width: "100px",
      cell: (row) =>
        row.versionsCount > 0 ? (
          <LinkTo href={`/firmware-versions?categoryId=${row.id}`}>{row.versionsCount.toLocaleString("en")}</LinkTo>
        ) : (
          0
        ),
    },
    { key: "updatedAt", title: "Changed", sort: true, width: "140px", cell: (row) => <When at={row.updatedAt} /> },
    { key: "createdAt", title: "Created", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [{ kind: "text", name: "label", title: "Label" }],
  search: "label",
});
