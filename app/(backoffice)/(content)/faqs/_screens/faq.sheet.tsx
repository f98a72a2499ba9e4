"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { faqs } from "../faq.resource";
import { FaqForm } from "./faq.form";
import { FaqQuestionsTab } from "./faq-questions.tab";

export const FaqSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={faqs}
    id={id}
    beside={(record) => <MissingLanguages ids={record.missingLanguageIds} />}
    facts={(record) =>
      `${record.topic} · ${t("{count, plural, one {# question} other {# questions}}", { count: record.contents.length })}`
    }
    about={(record) => ["name", "topic", ["Questions", formatted(record.contents.length)]]}
    edit={(record) => <FaqForm record={record} />}
    first="questions"
    tabs={[
      { key: "questions", title: "Questions", content: (record) => <FaqQuestionsTab record={record} /> },
      {
        key: "preview",
        title: "Preview",
        content: (record) => (
          <PhonePreview
            texts={record.contents.map(({ translations }) => translations)}
            parts={({ question, answer }) => [{ heading: question }, { html: answer }]}
          />
        ),
      },
    ]}
    remove
  />
);
