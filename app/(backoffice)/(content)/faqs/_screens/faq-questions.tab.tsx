"use client";

import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { etagOf } from "@/server/kit/value/etag.rules";
import { ContentParts } from "../../_screens/content-parts.tab";
import { faqs } from "../faq.resource";

const fields = [
  { name: "question", title: "Question" },
  { name: "answer", title: "Answer", html: true },
];

/** The questions of a section, each with its answer in every language. */
export function FaqQuestionsTab({ record }: { record: RecordOf<"faqs"> }) {
  const mayWrite = useMay()(faqs.may.write);
  const create = trpc.faqContents.create.useMutation();
  const translate = trpc.faqContents.translate.useMutation();
  const remove = trpc.faqContents.remove.useMutation();
  const removeTranslation = trpc.faqContents.removeTranslation.useMutation();
  const saveOrder = trpc.faqContents.saveOrder.useMutation();
  const ifMatch = etagOf(record);
  return (
    <ContentParts
      one="question"
      needs={faqs.may.write}
      parts={record.contents}
      titleOf={({ translations }) => translations[0]?.question}
      add={async () => (await create.mutateAsync({ faqId: record.id, ifMatch })).id}
      reorder={(ids) => saveOrder.mutateAsync({ faqId: record.id, ids, ifMatch })}
      remove={(id) => remove.mutateAsync({ faqId: record.id, id, ifMatch })}
    >
      {({ id, translations }) => (
        <TranslationsEditor
          fields={fields}
          translations={translations}
          canEdit={mayWrite}
          onSave={(languageId, { question = "", answer = "" }) =>
            translate.mutateAsync({ id, ifMatch, languageId, question, answer })
          }
          onRemove={(translationId) => removeTranslation.mutateAsync({ id, ifMatch, translationId })}
        />
      )}
    </ContentParts>
  );
}
