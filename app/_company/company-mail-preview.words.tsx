"use client";

import { useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import { Section } from "@/components/kit/sheet/facts";
import { MailFrame } from "@/components/ui/mail-frame";
import {
  mailCatalogue,
  partsOf,
  renderMail,
  type TemplateCode,
  unseal,
} from "@/server/operations/mail/mail-template.rules";
import { t } from "@/texts/t";

const isCode = (code: string): code is TemplateCode => Object.hasOwn(mailCatalogue, code);

const shortLink = "https://example.com/l/…";
const examples: Record<string, string> = {
  firstName: "Ada", // not a text
  email: "ada@example.com",
  link: "https://example.com/invitation/…",
};

/** The mail as it would be sent with the texts of the form, for somebody who does not exist. */
export function MailPreview({ code, company, language }: { code: string; company: string; language: string }) {
  const subject: string = useDeferredValue(useWatch({ name: "subject" })) ?? "";
  const content: string = useDeferredValue(useWatch({ name: "content" })) ?? "";
  if (!isCode(code) || !partsOf(subject) || !partsOf(content))
    return <p>{t("The preview appears once all tokens are written as {{name}}.")}</p>;
  const tokens = Object.fromEntries(mailCatalogue[code].tokens.map((name) => [name, examples[name] ?? name]));
  const mail = renderMail(code, { subject, content }, { ...tokens, company }, { language, shortLink });
  return (
    <Section title={t("Preview: {subject}", { subject: unseal(mail.subject, mail.secrets) })}>
      <MailFrame html={unseal(mail.html, mail.secrets)} title={t("E-mail preview")} />
    </Section>
  );
}
