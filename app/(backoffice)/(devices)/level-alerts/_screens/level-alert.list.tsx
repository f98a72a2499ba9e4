"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { levelAlertList } from "./level-alert.columns";

export const LevelAlertList = () => (
  <ResourceList
    list={levelAlertList}
    title="Alert levels"
    empty="A level says how grave an alert is. Create one before adding alerts."
    href={(row) => `/level-alerts/${row.id}`}
    create={{ title: "Create level", href: "/level-alerts/new", needs: "alert.write" }}
  />
);
