"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import {
  RolloutStatusMark,
  statusOptions,
} from "../../../(backoffice)/(devices)/firmware-rollouts/_screens/firmware-rollout.words";
import { fleetRollouts } from "../fleet.resource";

/** The rollouts that bring firmware to devices of the company. */
export const FleetRolloutList = () => (
  <ResourceList
    of={fleetRollouts}
    columns={[
      { key: "name", sort: true },
      { key: "status", width: "160px", onPhone: true, cell: ({ status }) => <RolloutStatusMark status={status} /> },
      {
        key: "firmwareVersion.firmwareVersion",
        width: "120px",
        cell: ({ firmwareVersion }) => firmwareVersion.firmwareVersion,
      },
      {
        key: "devices",
        align: "right",
        width: "110px",
        onPhone: true,
        cell: ({ devices }) => formatted(devices),
      },
      {
        key: "counts.installed",
        align: "right",
        width: "100px",
        onPhone: true,
        cell: ({ counts }) => formatted(counts.installed),
      },
      { key: "counts.failed", align: "right", width: "100px", cell: ({ counts }) => formatted(counts.failed) },
      { key: "startedAt", sort: true, width: "140px", cell: ({ startedAt }) => <When at={startedAt} /> },
      { key: "endedAt", width: "140px", hidden: true, cell: ({ endedAt }) => <When at={endedAt} /> },
    ]}
    filters={["search", { kind: "select", name: "status", options: statusOptions }]}
    empty="No firmware is on its way to your devices."
  />
);
