"use client";

import type { Column } from "@/components/kit/list/definition";
import { type RowOf, wordOf } from "@/components/kit/resource";
import { Differing, Done } from "@/components/kit/sheet/latest-changes";
import { When } from "@/components/ui/value";
import { changeDoors } from "../change.words";
import { history } from "../history.resource";

/** What every list of changes shows of one, of the backoffice and of a company. */
export const changeColumns = {
  at: { key: "at", sort: true, width: "140px", cell: (row) => <When at={row.at} /> },
  change: {
    key: "action",
    isLong: true,
    onPhone: true,
    export: ["action", "objectType", "objectLabel"],
    cell: (row) => (
      <>
        <Done entry={row} />
        <Differing entry={row} />
      </>
    ),
  },
  door: { key: "door", width: "110px", cell: ({ door }) => wordOf(history, "door").values?.[door] ?? door },
  differences: { key: "differences", hidden: true },
} as const satisfies Record<string, Column<RowOf<"companyAudit">>>;

/** By which door a change came, as a filter. */
export const doorFilter = {
  kind: "select",
  name: "door",
  options: Object.entries(changeDoors).map(([value, label]) => ({ value, label })),
} as const;
