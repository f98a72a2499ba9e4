"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { When } from "@/components/ui/value";
import { erasureWords } from "@/server/overview/privacy/erasure.rules";
import { erasures } from "../erasure.resource";
import { ErasureStatus } from "./erasure.words";

const statuses = (["requested", "done", "cancelled"] as const).map((value) => ({ value, label: erasureWords[value] }));

export const ErasureList = () => (
  <ResourceList
    of={erasures}
    columns={[
      { key: "pseudonym", sort: true, onPhone: true },
      { key: "status", width: "220px", onPhone: true, cell: ErasureStatus },
      { key: "requestedBy", width: "160px" },
      { key: "confirmedBy", width: "160px" },
      { key: "createdAt", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
      { key: "doneAt", sort: true, width: "140px", cell: (row) => <When at={row.doneAt} /> },
      { key: "id", width: "300px", hidden: true },
    ]}
    filters={["pseudonym", { kind: "select", name: "status", options: statuses }]}
    empty="Nobody has asked for an erasure yet. It begins at the privacy desk, at the person's address."
  />
);
