"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { persAlertList } from "./pers-alert.columns";

export const PersAlertList = () => (
  <ResourceList
    list={persAlertList}
    title="Raised alerts"
    empty="Messages of devices raise and end alerts by their rules. Nothing was raised for what is asked here."
    href={(row) => `/pers/${row.persId}`}
  />
);
