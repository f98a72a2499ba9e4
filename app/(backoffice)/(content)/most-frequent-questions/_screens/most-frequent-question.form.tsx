"use client";

import { SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { MostFrequentQuestionFields } from "@/server/content/most-frequent-question/most-frequent-question.schema";
import { mostFrequentQuestions } from "../most-frequent-question.resource";

export const MostFrequentQuestionForm = ({ record }: { record?: RecordOf<"mostFrequentQuestions"> }) => (
  <ResourceForm
    of={mostFrequentQuestions}
    schema={MostFrequentQuestionFields}
    record={record}
    values={record ? { idStatus: record.idStatus === 1 ? 1 : 0 } : { idStatus: 1 }}
    opens="translations"
  >
    {(f) => (
      <>
        <TextField {...f.name} help="The name shown to staff. Users see the question on the Translations tab." />
        <SelectField
          {...f.idStatus}
          options={[
            { value: 1, label: "On" },
            { value: 0, label: "Off" },
          ]}
          help="Only enabled questions are shown in the apps."
        />
      </>
    )}
  </ResourceForm>
);
