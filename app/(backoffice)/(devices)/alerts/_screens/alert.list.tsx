"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { alerts } from "../alert.resource";
import { alertShows } from "./alert.columns";

export const AlertList = () => (
  <ResourceList
    of={alerts}
    {...alertShows}
    empty="An alert says what can be wrong with a device, and which messages show it. Create a level first."
  />
);
