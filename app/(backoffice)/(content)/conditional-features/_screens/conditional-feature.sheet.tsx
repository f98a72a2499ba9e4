"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { OnOff } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { conditionalFeatures } from "../conditional-feature.resource";
import { ConditionalFeatureForm } from "./conditional-feature.form";
import { FeatureAudience } from "./feature-audience.tab";
import { FeatureLimits, limitWords } from "./feature-limits.words";

export const ConditionalFeatureSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={conditionalFeatures}
    id={id}
    beside={(record) => <OnOff isOn={record.active} />}
    facts={(record) =>
      [record.keyword, productName(record.module.label), limitWords(record).join(", ") || t("For everybody")].join(
        " · ",
      )
    }
    about={(record) => [
      "title",
      { copy: "keyword" },
      "module.label",
      "active",
      ["For", limitWords(record).length > 0 ? <FeatureLimits key="limits" of={record} /> : t("For everybody")],
      "description",
    ]}
    edit={(record) => <ConditionalFeatureForm record={record} />}
    tabs={[{ key: "audience", title: "Who gets it", content: (record) => <FeatureAudience feature={record} /> }]}
    remove
  />
);
