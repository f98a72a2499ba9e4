"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { riderList } from "./rider.columns";

export const RiderList = () => (
  <ResourceList
    list={riderList}
    title="Riders"
    empty="Riders register themselves in the app."
    href={(row) => `/riders/${row.id}`}
  />
);
