"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { useMay } from "@/components/kit/viewer";
import { alertDesk } from "../../alert-desk/alert-desk.resource";
import { pers } from "../../pers/pers.resource";
import { persAlerts } from "../pers-alert.resource";
import { persAlertShows } from "./pers-alert.columns";

/** The log of alerts; who may see the work on them gets there by a row, others to the device. */
export function PersAlertList() {
  const seesWork = useMay()(alertDesk.may.read);
  return (
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
      href={(row) => (seesWork ? alertDesk.record(row.id) : pers.record(row.persId))}
    />
  );
}
