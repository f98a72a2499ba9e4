"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { firmwareVersionList } from "./firmware-version.columns";

export const FirmwareVersionList = () => (
  <ResourceList
    list={firmwareVersionList}
    title="Firmware versions"
    empty="A version is one build of a category's firmware. Devices are given versions, and run them."
    href={(row) => `/firmware-versions/${row.id}`}
    create={{ title: "Create firmware version", href: "/firmware-versions/new", needs: "firmware.write" }}
  />
);
