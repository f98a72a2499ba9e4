"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { OnOff } from "@/components/ui/value";
import { useModules } from "../../_screens/module-options.hook";
import { conditionalFeatures } from "../conditional-feature.resource";
import { FeatureLimits } from "./feature-limits.words";

export function ConditionalFeatureList() {
  const modules = useModules();
  return (
    <ResourceList
      of={conditionalFeatures}
      columns={[
        { key: "title", edit: true, sort: true, width: "220px" },
        { key: "keyword", sort: true, width: "160px" },
        {
          key: "active",
          edit: "switch",
          title: "Status",
          sort: true,
          width: "110px",
          cell: (row) => <OnOff isOn={row.active} />,
        },
        { key: "module.label", sort: true, width: "160px" },
        {
          key: "companies",
          title: "For",
          cell: (row) => <FeatureLimits of={row} />,
          export: ["companies.name", "models.name", "apps.label", "apps.atLeast", "apps.atMost"],
          width: "280px",
          isLong: true,
        },
        { key: "description", hidden: true },
        ...stampColumns,
      ]}
      filters={[
        "title",
        "keyword",
        { kind: "boolean", name: "active", title: "Status", yes: "on", no: "off" },
        { kind: "select", name: "moduleId", options: modules },
      ]}
      empty="Apps show a conditional feature only while it is enabled. Create the first one."
    />
  );
}
