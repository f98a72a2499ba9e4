import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import { LinkTo } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { firmwareCategories } from "../../firmware-categories/firmware-category.resource";
import { pers } from "../../pers/pers.resource";
import { ActiveMark, typeOptions, typeWord } from "./firmware-version.words";

export const firmwareVersionShows: Shows<"firmwareVersions"> = {
  columns: [
    { key: "firmwareVersion", sort: true, width: "140px" },
    {
      key: "category.label",
      sort: true,
      cell: (row) => (
        <RecordLink of={firmwareCategories} id={row.categoryId}>
          {row.category.label}
        </RecordLink>
      ),
    },
    { key: "firmwareType", sort: true, width: "110px", cell: (row) => typeWord(row.firmwareType) },
    { key: "updateId", sort: true },
    {
      key: "isActivated",
      title: "Status",
      width: "110px",
      cell: (row) => <ActiveMark isActivated={row.isActivated} />,
    },
    {
      key: "persCount",
      align: "right",
      width: "100px",
      cell: ({ id, persCount }) =>
        persCount > 0 ? <LinkTo href={pers.list({ firmwareVersionId: id })}>{formatted(persCount)}</LinkTo> : 0,
    },
    { key: "uuid", width: "300px", hidden: true },
    { key: "releaseNote", hidden: true },
    ...stampColumns,
  ],
  filters: [
    "firmwareVersion",
    { kind: "version", name: "firmwareVersion" },
    { name: "categoryId", can: ["anyOf", "noneOf"] },
    { kind: "select", name: "firmwareType", options: typeOptions, can: ["anyOf", "noneOf"] },
    { kind: "boolean", name: "isActivated", title: "Status", yes: "active", no: "inactive" },
    "updateId",
  ],
};
