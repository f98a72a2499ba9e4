"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { wordOf } from "@/components/kit/resource";
import { Differing, Done } from "@/components/kit/sheet/latest-changes";
import { None, When } from "@/components/ui/value";
import { history } from "../history.resource";
import { kindOptions } from "./history.words";

const doors = ["screen", "rest", "job"].map((value) => ({
  value,
  label: { screen: "Screen", rest: "API", job: "Background" }[value] ?? value,
}));

/** Everything that was changed anywhere, and who signed in, of what the person may read. */
export const HistoryList = () => (
  <ResourceList
    of={history}
    isLive
    columns={[
      { key: "at", sort: true, width: "140px", cell: (row) => <When at={row.at} /> },
      { key: "actorLabel", width: "170px", onPhone: true },
      {
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
      { key: "company.name", width: "160px", cell: (row) => row.company?.name ?? <None /> },
      { key: "door", width: "110px", cell: ({ door }) => wordOf(history, "door").values?.[door] ?? door },
      { key: "differences", hidden: true },
    ]}
    filters={[
      "objectLabel",
      "actorId",
      { kind: "select", name: "kind", options: kindOptions() },
      { kind: "dates", name: "startDate", until: "endDate", title: "When" },
      "inCompanyId",
      { kind: "select", name: "door", options: doors },
      "objectId",
    ]}
    empty="Every change and every sign-in is listed here, with what was there before."
  />
);
