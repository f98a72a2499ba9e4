"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { pers } from "../../pers/pers.resource";
import { persAlerts } from "../pers-alert.resource";
import { persAlertShows } from "./pers-alert.columns";

export const PersAlertList = () => (
  <ResourceList
    of={persAlerts}
    columns={[
      { key: "pers.nuSerialPersNumber", width: "170px" },
      ...persAlertShows.columns,
      { key: "pers.model", width: "120px" },
      { key: "pers.firmwareVersion", width: "100px" },
      { key: "pers.vehicleBrand", width: "120px", hidden: true },
    ]}
    filters={[
      "nuSerialPersNumber",
      ...persAlertShows.filters,
      { name: "modelPERSId", can: ["anyOf", "noneOf"] },
      { name: "firmwareVersionId", can: ["anyOf", "noneOf"] },
      { kind: "version", name: "firmwareVersion", title: "Firmware version" },
      { name: "vehicleBrandId", can: ["anyOf", "noneOf"] },
    ]}
    empty="Device messages raise and end alerts according to the alert rules. No alerts match this filter."
    href={(row) => pers.record(row.persId)}
  />
);
