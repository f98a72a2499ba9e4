"use client";

import { ChildList } from "@/components/kit/list/child-list";
import { firmwareRolloutShows } from "../../firmware-rollouts/_screens/firmware-rollout.columns";
import { firmwareRollouts } from "../../firmware-rollouts/firmware-rollout.resource";

const isShown = (column: (typeof firmwareRolloutShows.columns)[number]) =>
  typeof column === "string" || column.key !== "firmwareVersion.firmwareVersion";

/** The rollouts that bring or brought a version to devices. */
export const FirmwareVersionRolloutsTab = ({ id }: { id: string }) => (
  <ChildList
    of={firmwareRollouts}
    columns={firmwareRolloutShows.columns.filter(isShown)}
    filters={["search"]}
    where={{ firmwareVersionId: id }}
    empty="No rollout brought this version to devices."
  />
);
