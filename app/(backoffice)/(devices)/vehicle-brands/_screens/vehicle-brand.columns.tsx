import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";

export const vehicleBrandList = defineList({
  name: "vehicleBrands",
  columns: [
    { key: "name", title: "Brand", sort: true, width: "260px" },
    {
      key: "modelsCount",
      title: "Models",
      align: "right",
      width: "110px",
      cell: (row) => <LinkTo href={`/vehicle-models?vehicleBrandId=${row.id}`}>{String(row.modelsCount)}</LinkTo>,
    },
    ...stampColumns,
  ],
  filters: [{ kind: "text", name: "name", title: "Brand" }],
  search: "name",
});
