"use client";

import { ImportPage } from "@/components/kit/import/import-page";
import { trpc } from "@/components/kit/trpc";
import { counted } from "@/server/kit/count.rules";
import { labelImport, labels } from "../label.resource";

/** Brings a file of texts in one language into the labels. */
export function LabelImport(props: { languageId: string }) {
  const languages = trpc.labels.completeness.useQuery({}).data ?? [];
  const places = trpc.labels.places.useQuery().data ?? [];
  const language = languages.find((one) => one.languageId === props.languageId) ?? languages[0];
  if (!language) return <p>There is no language to import texts in. Create one first.</p>;
  return (
    <ImportPage
      of={labels}
      title={labelImport.heading}
      options={[
        {
          name: "languageId",
          label: "Language of the texts",
          choices: languages.map((one) => ({ value: one.languageId, label: one.name })),
          initial: language.languageId,
        },
        {
          name: "createIn",
          label: "New names are created in",
          choices: places.map((place) => ({ value: place.id, label: `Create them in ${place.label}` })),
          ask: {
            label: (rows) => `${counted(rows, "name is", "names are")} no label's yet`,
            open: "Leave them out",
          },
        },
      ]}
      help="An export of the labels is such a file."
      back={({ languageId }) => labels.list({ languageId })}
    />
  );
}
