"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { textTranslationsTab } from "../../_screens/text-translations.tab";
import { formattedTexts } from "../formatted-text.resource";
import { FormattedTextForm } from "./formatted-text.form";

export const FormattedTextSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={formattedTexts}
    id={id}
    beside={(record) => <MissingLanguages ids={record.missingLanguageIds} />}
    facts={(record) => productName(record.module.label)}
    about={[{ copy: "name" }, "module.label", "description"]}
    edit={(record) => <FormattedTextForm record={record} />}
    first="translations"
    tabs={[
      textTranslationsTab(formattedTexts, true),
      {
        key: "preview",
        title: "Preview",
        content: (record) => <PhonePreview texts={record.translations} parts={({ value }) => [{ html: value }]} />,
      },
    ]}
    remove
  />
);
