"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { modelPers } from "../model-pers.resource";

export const ModelPersList = () => (
  <ResourceList
    of={modelPers}
    columns={[
      { key: "label", edit: true, sort: true, width: "240px" },
      { key: "description", edit: true },
      ...stampColumns,
    ]}
    filters={["label"]}
    empty="A model groups devices with the same hardware and firmware. Create the first one before adding devices."
  />
);
