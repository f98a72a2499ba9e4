"use client";

import { ChildList } from "@/components/kit/list/child-list";
import { pers } from "../../pers/pers.resource";
import { rolloutDevices } from "../firmware-rollout.resource";
import { rolloutDeviceShows } from "./firmware-rollout.columns";
import type { Rollout } from "./firmware-rollout.words";

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
