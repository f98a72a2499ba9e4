"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { OnOff } from "@/components/ui/value";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { mostFrequentQuestions } from "../most-frequent-question.resource";
import { MostFrequentQuestionForm } from "./most-frequent-question.form";

export const MostFrequentQuestionSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={mostFrequentQuestions}
    id={id}
    beside={(record) => <OnOff isOn={record.idStatus === 1} />}
    about={["name", "idStatus"]}
    edit={(record) => <MostFrequentQuestionForm record={record} />}
    tabs={[
      translationsTab(mostFrequentQuestions, [
        { name: "title", title: "Question" },
        { name: "content", title: "Answer", html: true },
      ]),
      {
        key: "preview",
        title: "Preview",
        content: (record) => (
          <PhonePreview
            texts={record.translations}
            parts={({ title, content }) => [{ heading: title }, { html: content }]}
          />
        ),
      },
    ]}
    remove
  />
);
