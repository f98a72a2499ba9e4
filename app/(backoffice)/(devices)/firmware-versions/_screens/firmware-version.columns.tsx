import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";
import { ActiveMark, categorySource, devicesOf, typeOptions, typeWord } from "./firmware-version.words";

export const firmwareVersionList = defineList({
  name: "firmwareVersions",
  columns: [
    { key: "firmwareVersion", title: "Version", sort: true, width: "140px" },
    {
      key: "category.label",
      title: "Category",
      sort: true,
      cell: (row) => <LinkTo href={`/firmware-categories/${row.categoryId}`}>{row.category.label}</LinkTo>,
    },
    { key: "firmwareType", title: "Type", sort: true, width: "110px", cell: (row) => typeWord(row.firmwareType) },
    { key: "updateId", title: "Update", sort: true },
    {
      key: "isActivated",
      title: "Status",
      width: "110px",
      cell: (row) => <ActiveMark isActivated={row.isActivated} />,
    },
    {
      key: "persCount",
      title: "Devices",
      align: "right",
      width: "100px",
      cell: (row) =>
        row.persCount > 0 ? <LinkTo href={devicesOf(row.id)}>{row.persCount.toLocaleString("en")}</LinkTo> : 0,
    },
    { key: "uuid", title: "UUID", width: "300px", hidden: true },
    { key: "releaseNote", title: "Release note", hidden: true },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "firmwareVersion", title: "Version" },
    { kind: "record", name: "categoryId", title: "Category", source: categorySource },
    { kind: "select", name: "firmwareType", title: "Type", options: typeOptions },
    { kind: "boolean", name: "isActivated", title: "Status", yes: "active", no: "inactive" },
    { kind: "text", name: "updateId", title: "Update" },
  ],
  search: "firmwareVersion",
});
