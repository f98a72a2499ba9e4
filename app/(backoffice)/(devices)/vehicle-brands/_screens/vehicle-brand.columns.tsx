import { defineList } from "@/components/kit/list/definition";
import { LinkTo, When } from "@/components/ui/value";

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
    { key: "updatedAt", title: "Changed", sort: true, width: "130px", cell: (row) => <When at={row.updatedAt} /> },
    {
      key: "createdAt",
      title: "Created",
      sort: true,
      width: "130px",
      hidden: true,
      cell: (row) => <When at={row.createdAt} />,
    },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [{ kind: "text", name: "name", title: "Brand" }],
  search: "name",
});
