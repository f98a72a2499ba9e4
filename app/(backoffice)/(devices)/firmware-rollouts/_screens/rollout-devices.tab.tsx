"use client";

import { IconRocket } from "@tabler/icons-react";
import { ChildList } from "@/components/kit/list/child-list";
import { resource } from "@/components/kit/resource";
import { deviceStatusWords } from "@/server/devices/pers/rollout-status.rules";
import { pers } from "../../pers/pers.resource";
import { rolloutDeviceShows } from "./firmware-rollout.columns";
import type { Rollout } from "./firmware-rollout.words";

const rolloutDevices = resource("firmwareRolloutDevices", {
  one: "device of a rollout",
  many: "devices of a rollout",
  at: "/firmware-rollouts",
  icon: IconRocket,
  may: { read: "firmware-rollout.read" },
  title: (record) => record.pers.nuSerialPersNumber,
  search: "search",
  create: false,
  words: {},
  shown: {
    search: "Serial number",
    "pers.nuSerialPersNumber": "Serial number",
    wave: "Wave",
    status: { title: "Status", values: deviceStatusWords },
    reason: "Reason",
    attempt: "Attempt",
    fromVersion: "Ran before",
    offeredAt: "Offered",
    startedAt: "Download begun",
    endedAt: "Ended",
  },
});

/** The devices of a rollout, one by one. */
export const RolloutDevicesTab = ({ record }: { record: Rollout }) => (
  <ChildList
    of={rolloutDevices}
    {...rolloutDeviceShows}
    where={{ rolloutId: record.id }}
    href={(row) => pers.record(row.pers.id)}
    empty="Its devices are found when it is started."
  />
);
