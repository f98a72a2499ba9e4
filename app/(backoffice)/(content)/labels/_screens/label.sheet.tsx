"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { textTranslationsTab } from "../../_screens/text-translations.tab";
import { labels } from "../label.resource";
import { LabelForm } from "./label.form";

export const LabelSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={labels}
    id={id}
    beside={(record) => <MissingLanguages ids={record.missingLanguageIds} />}
    facts={(record) => [productName(record.module.label), record.labelInterfacePage].filter(Boolean).join(" · ")}
    about={(record) => [
      { copy: "name" },
      ["Module", productName(record.module.label)],
      "labelInterfacePage",
      "description",
    ]}
    edit={(record) => <LabelForm record={record} />}
    first="translations"
    tabs={[textTranslationsTab(labels)]}
    remove
  />
);
