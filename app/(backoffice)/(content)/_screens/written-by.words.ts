import type { ImportOption } from "@/components/kit/import/import-hooks";
import { t } from "@/texts/t";

/** Who wrote the texts of a file: what a machine wrote needs a review. */
export const writtenByOption = (): ImportOption => ({
  name: "writtenBy",
  label: "Written by",
  choices: [
    { value: "people", label: t("People|who wrote a text") },
    { value: "machine", label: t("A machine, needs review") },
  ],
  initial: "people",
});
