"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { modelPersList } from "./model-pers.columns";

export const ModelPersList = () => (
  <ResourceList
    list={modelPersList}
    title="PERS models"
    empty="A model says which devices are built alike and share their firmware. Create the first one before adding devices."
    href={(row) => `/model-pers/${row.id}`}
    create={{ title: "Create PERS model", href: "/model-pers/new", needs: "model-pers.write" }}
  />
);
