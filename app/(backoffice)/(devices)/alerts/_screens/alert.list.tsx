"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { alertList } from "./alert.columns";

export const AlertList = () => (
  <ResourceList
    list={alertList}
    title="Alerts"
    empty="An alert says what can be wrong with a device, and which messages say so. Create the first one once there is a level."
    href={(row) => `/alerts/${row.id}`}
    create={{ title: "Create alert", href: "/alerts/new", needs: "alert.write" }}
  />
);
