"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { firmwareCategories } from "../firmware-category.resource";

export const FirmwareCategoryList = () => (
  <ResourceList
    of={firmwareCategories}
    columns={[
      { key: "label", edit: true, sort: true, width: "240px" },
      { key: "description", edit: true },
      {
        key: "versionsCount",
        align: "right",
        width: "100px",
        cell: ({ id, versionsCount }) =>
          versionsCount > 0 ? (
            <LinkTo href={firmwareVersions.list({ categoryId: id })}>{formatted(versionsCount)}</LinkTo>
          ) : (
            0
          ),
      },
      ...stampColumns,
    ]}
    filters={["label"]}
    empty="A category groups the versions of one type of firmware. Create the first one before adding versions."
  />
);
