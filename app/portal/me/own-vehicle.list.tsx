"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { RowList } from "@/components/kit/list/row-list";
import { measured } from "@/server/kit/value/count.rules";
import type { AppRouter } from "@/server/root";

type Vehicle = inferRouterOutputs<AppRouter>["workspace"]["ownVehicles"]["items"][number];

/** What somebody rides. */
export const OwnVehicleList = ({ rows }: { rows: Vehicle[] }) => (
  <RowList
    title="vehicles"
    rows={rows}
    columns={[
      { key: "name", title: "Name" },
      { key: "model", title: "Model", cell: ({ brand, model }) => `${brand} ${model}` },
      { key: "registrationNumber", title: "Registration", width: "160px" },
      { key: "persSerialNumber", title: "PERS device", width: "180px" },
      {
        key: "distance",
        title: "Distance",
        align: "right",
        width: "120px",
        cell: ({ distance }) => measured(distance, "km"),
      },
    ]}
    empty="You have no known vehicles yet."
  />
);
