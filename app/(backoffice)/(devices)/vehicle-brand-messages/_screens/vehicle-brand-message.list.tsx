"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OnOff } from "@/components/ui/value";
import { vehicleBrandMessages } from "../vehicle-brand-message.resource";

export const VehicleBrandMessageList = () => (
  <ResourceList
    of={vehicleBrandMessages}
    columns={[
      { key: "title", edit: true, sort: true },
      { key: "vehicleBrand.name", sort: true, width: "160px" },
      { key: "language.name", sort: "language.code", width: "130px" },
      {
        key: "isActivated",
        edit: "switch",
        title: "Status",
        sort: true,
        width: "90px",
        cell: (row) => <OnOff isOn={row.isActivated} />,
      },
      { key: "content", hidden: true },
      ...stampColumns,
    ]}
    filters={[
      "title",
      "vehicleBrandId",
      "languageId",
      { kind: "boolean", name: "isActivated", title: "Status", yes: "on", no: "off" },
    ]}
    empty="A brand can send messages to riders of its vehicles in their language. There are none yet."
  />
);
