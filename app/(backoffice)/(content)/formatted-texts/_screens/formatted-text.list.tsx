"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { textColumns, useTextFilters } from "../../_screens/text.columns";
import { TextButtons } from "../../_screens/text-list.button";
import { formattedTextImport, formattedTexts } from "../formatted-text.resource";

export const FormattedTextList = () => (
  <ResourceList
    of={formattedTexts}
    actions={<TextButtons of={formattedTexts} importAt={formattedTextImport.at} />}
    columns={[...textColumns(), ...stampColumns]}
    filters={useTextFilters()}
    empty="Formatted texts can contain bold text, lists and links. Create the first one, or import a file."
  />
);
