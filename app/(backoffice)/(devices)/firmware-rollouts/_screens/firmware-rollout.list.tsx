"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { firmwareRollouts } from "../firmware-rollout.resource";
import { firmwareRolloutShows } from "./firmware-rollout.columns";

export const FirmwareRolloutList = () => (
  <ResourceList
    of={firmwareRollouts}
    {...firmwareRolloutShows}
    empty="A rollout brings one firmware version to many devices, in waves that stop by themselves."
  />
);
