"use client";

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { ImportWizard } from "@/components/kit/import-wizard";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { labels } from "../label.resource";
import styles from "./label-import.module.css";

const fields = {
  name: "Name",
  value: "Value",
  module: "Module",
  labelInterfacePage: "Page",
  description: "Description",
};

const help = (
  <>
    The first line names the columns: <code>name,value</code>, and if you like <code>module</code>,{" "}
    <code>labelInterfacePage</code> and <code>description</code>. UTF-8, separated by commas or semicolons, at most
    10,000 rows. An empty value leaves what is there. An export of the labels is such a file.
  </>
);

/** Brings a CSV file of texts in one language into the labels. */
export function LabelImport(props: { languageId: string }) {
  const { client } = trpc.useUtils();
  const confirm = trpc.labels.confirmImport.useMutation();
  const languages = trpc.labels.completeness.useQuery({}).data ?? [];
  const places = trpc.labels.places.useQuery().data ?? [];
  const mayWrite = useMay()(labels.may.write);
  const [chosen, setChosen] = useState(props.languageId);
  const [createIn, setCreateIn] = useState("");
  const language = languages.find((one) => one.languageId === chosen) ?? languages[0];
  if (!mayWrite) return <p>You may see the labels, but not import any. Ask somebody who may edit them.</p>;
  if (!language) return <p>There is no language to import texts in. Create one first.</p>;
  const { languageId } = language;
  const options = { languageId, createIn: createIn || undefined };
  return (
    <ImportWizard
      noun={["label", "labels"]}
      help={help}
      fields={fields}
      choiceKey={`${languageId} ${createIn}`}
      before={
        <NativeSelect
          className={styles.choice}
          label="Language of the texts"
          value={languageId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={languages.map((one) => ({ value: one.languageId, label: one.name }))}
        />
      }
      choices={({ unknown }) =>
        (unknown > 0 || createIn) && (
          <NativeSelect
            className={styles.choice}
            label={
              createIn
                ? "Names that no label has are created in"
                : `${unknown.toLocaleString("en")} ${unknown === 1 ? "name is" : "names are"} no label's yet`
            }
            value={createIn}
            onChange={(event) => setCreateIn(event.currentTarget.value)}
            data={[
              { value: "", label: "Leave them out" },
              ...places.map((place) => ({ value: place.id, label: `Create them in ${place.label}` })),
            ]}
          />
        )
      }
      preview={(file) => client.labels.previewImport.mutate({ ...options, ...file })}
      confirm={(file) => confirm.mutateAsync({ ...options, ...file })}
      back={{
        title: "Go to the labels",
        href: `${labels.at}?${new URLSearchParams({ sortBy: "name:asc", languageId })}`,
      }}
    />
  );
}
