"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { None } from "@/components/ui/value";
import { history } from "../history.resource";
import { changeColumns, doorFilter } from "./change.columns";
import { kindOptions } from "./history.words";

/** Everything that was changed anywhere, and who signed in, of what the person may read. */
export const HistoryList = () => (
  <ResourceList
    of={history}
    isLive
    columns={[
      changeColumns.at,
      { key: "actorLabel", width: "170px", onPhone: true },
      changeColumns.change,
      { key: "company.name", width: "160px", cell: (row) => row.company?.name ?? <None /> },
      changeColumns.door,
      changeColumns.differences,
    ]}
    filters={[
      "objectLabel",
      "actorId",
      { kind: "select", name: "kind", options: kindOptions() },
      { kind: "dates", name: "startDate", until: "endDate", title: "When" },
      "inCompanyId",
      doorFilter,
      "objectId",
    ]}
    empty="Every change and every sign-in is listed here, with what was there before."
  />
);
