"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { OnOff } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { conditionalFeatures } from "../conditional-feature.resource";
import { ConditionalFeatureForm } from "./conditional-feature.form";

export const ConditionalFeatureSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={conditionalFeatures}
    id={id}
    beside={(record) => <OnOff isOn={record.active} />}
    facts={(record) => [record.keyword, productName(record.module.label)].join(" · ")}
    about={["title", { copy: "keyword" }, "module.label", "active", "description"]}
    edit={(record) => <ConditionalFeatureForm record={record} />}
    remove
  />
);
