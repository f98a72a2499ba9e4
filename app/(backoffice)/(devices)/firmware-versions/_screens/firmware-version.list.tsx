"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { firmwareVersions } from "../firmware-version.resource";
import { firmwareVersionShows } from "./firmware-version.columns";

export const FirmwareVersionList = () => (
  <ResourceList
    of={firmwareVersions}
    {...firmwareVersionShows}
    empty="A version is a firmware build that devices can run."
  />
);
