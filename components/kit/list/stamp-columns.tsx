import { When } from "@/components/ui/value";
import type { Column } from "./definition";

interface Stamped {
  id: string;
  createdAt: string;
  updatedAt: string;
}

type StampColumn = Omit<Column<Stamped>, "key" | "export"> & { key: keyof Stamped };

/** The last columns of every list of editable records: when it changed, and, when asked for, when it was made and its id. */
export const stampColumns: readonly StampColumn[] = [
  { key: "updatedAt", title: "Changed", sort: true, width: "140px", cell: (row) => <When at={row.updatedAt} /> },
  {
    key: "createdAt",
    title: "Created",
    sort: true,
    width: "140px",
    hidden: true,
    cell: (row) => <When at={row.createdAt} />,
  },
  { key: "id", title: "ID", width: "300px", hidden: true },
];
