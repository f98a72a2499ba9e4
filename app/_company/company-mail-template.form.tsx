"use client";

import dynamic from "next/dynamic";
import { AskButton } from "@/components/kit/ask-button";
import { TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RowOf } from "@/components/kit/resource";
import { Bones } from "@/components/kit/sheet/bones";
import { Facts, Lines } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { PutCompanyMailTemplate } from "@/server/companies/company/company-mail-template/company-mail-template.schema";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { useCompanyDoor } from "./company-door";

const MailPreview = dynamic(() => import("./company-mail-preview.part").then((part) => part.MailPreview), {
  loading: Bones,
});

const Text = PutCompanyMailTemplate.pick({ subject: true, content: true });

interface Props {
  /** the company's */
  name: string;
  template: { id: string; code: string; tokens: string[] };
  language: { id: string; code: string };
  /** the company's own text; none where the standard one is sent */
  own?: RowOf<"teamMailTemplates">;
  standard?: { subject: string; content: string };
}

/** The text of one mail in one language: the company's own, or the standard one as a beginning. */
export function MailTextForm({ name, template, language, own, standard }: Props) {
  const { companyId, mailTexts } = useCompanyDoor();
  const mayWrite = useMay()(mailTexts.may.write);
  const put = trpc[mailTexts.router].put.useMutation();
  const remove = trpc[mailTexts.router].remove.useMutation();
  const restore = trpc[mailTexts.router].restore.useMutation();
  const sent = own ?? standard;
  if (!mayWrite)
    return (
      <Facts
        facts={[
          ["Sent", t(own ? "The company's own text" : "The standard text")],
          ["Subject", sent?.subject],
          ["Content", <Lines key="content">{sent?.content}</Lines>],
        ]}
      />
    );
  return (
    <>
      <p>{own ? t("The company's own text is used.") : t("The standard text is used.")}</p>
      <ResourceForm
        of={mailTexts}
        schema={Text}
        record={own}
        values={own ? undefined : standard}
        within={{ companyId }}
        opens={null}
        save={(values, ifMatch) =>
          put.mutateAsync({ companyId, mailTemplateId: template.id, languageId: language.id, ...values, ifMatch })
        }
      >
        {(f) => (
          <>
            <TextField {...f.subject} />
            <TextAreaField
              {...f.content}
              rows={8}
              help={t("Available tokens: {tokens}.", {
                tokens: template.tokens.map((name) => `{{${name}}}`).join(", "),
              })}
            />
            <MailPreview code={template.code} company={name} language={language.code} />
          </>
        )}
      </ResourceForm>
      {own && (
        <AskButton
          needs={mailTexts.may.write}
          title="Restore the standard text"
          question="Restore the standard text?"
          confirm="Restore"
          done="The standard text is used again"
          run={() => remove.mutateAsync({ companyId, id: own.id, ifMatch: etagOf(own) })}
          undo={() => restore.mutateAsync({ companyId, id: own.id })}
        >
          <p>{t("The company's own text in this language is deleted. You can undo this right afterwards.")}</p>
        </AskButton>
      )}
    </>
  );
}
