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
    empty="Messages of devices raise and end alerts by their rules. Nothing was raised for what is asked here."
    href={(row) => pers.record(row.persId)}
  />
);
