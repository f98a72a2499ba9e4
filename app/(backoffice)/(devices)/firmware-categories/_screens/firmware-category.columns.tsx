import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";

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
    ...stampColumns,
  ],
  filters: [{ kind: "text", name: "label", title: "Label" }],
  search: "label",
});
