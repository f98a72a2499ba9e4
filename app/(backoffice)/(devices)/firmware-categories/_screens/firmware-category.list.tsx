"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { firmwareCategoryList } from "./firmware-category.columns";

export const FirmwareCategoryList = () => (
  <ResourceList
    list={firmwareCategoryList}
    title="Firmware categories"
    empty="A category holds the versions of one kind of firmware. Create the first one before adding versions."
    href={(row) => `/firmware-categories/${row.id}`}
    create={{ title: "Create firmware category", href: "/firmware-categories/new", needs: "firmware.write" }}
  />
);
