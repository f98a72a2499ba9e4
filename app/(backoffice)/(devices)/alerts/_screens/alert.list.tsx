"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { alerts } from "../alert.resource";
import { alertShows } from "./alert.columns";

export const AlertList = () => (
  <ResourceList
    of={alerts}
    {...alertShows}
    empty="An alert rule defines which device messages raise an alert. Create an alert level first."
  />
);
