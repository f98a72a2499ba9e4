import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";

export const modelPersList = defineList({
  name: "modelPers",
  columns: [
    { key: "label", title: "Label", sort: true, width: "240px" },
    { key: "description", title: "Description" },
    ...stampColumns,
  ],
  filters: [{ kind: "text", name: "label", title: "Label" }],
  search: "label",
});
