"use client";

import { TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { FaqFields } from "@/server/content/faq/faq.schema";
import { faqs } from "../faq.resource";

export const FaqForm = ({ record }: { record?: RecordOf<"faqs"> }) => (
  <ResourceForm of={faqs} schema={FaqFields} record={record} opens="questions">
    {(f) => (
      <>
        <TextField {...f.name} help="The name of the section, such as Battery and charging." />
        <TextField {...f.topic} help="The topic, such as Riding." />
      </>
    )}
  </ResourceForm>
);
