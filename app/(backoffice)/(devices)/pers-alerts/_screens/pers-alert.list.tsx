"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { pers } from "../../pers/pers.resource";
import { persAlerts } from "../pers-alert.resource";
import { persAlertShows } from "./pers-alert.columns";

export const PersAlertList = () => (
  <ResourceList
    of={persAlerts}
    columns={[{ key: "pers.nuSerialPersNumber", width: "170px" }, ...persAlertShows.columns]}
    filters={["nuSerialPersNumber", ...persAlertShows.filters]}
    empty="Messages of devices raise and end alerts by their rules. There is no alert for this filter."
    href={(row) => pers.record(row.persId)}
  />
);
