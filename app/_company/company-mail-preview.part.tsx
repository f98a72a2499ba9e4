"use client";

import { useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import { Section } from "@/components/kit/sheet/facts";
import { MailFrame } from "@/components/ui/mail-frame";
import { mailCatalogue, mayHaveLook, type TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import type { MailLook } from "@/server/platform/mail/mail-layout.rules";
import { partsOf, renderMail, unseal } from "@/server/platform/mail/mail-template.rules";
import { t } from "@/texts/t";
import { useMailLook } from "./company-mail-look.hook";

const isCode = (code: string): code is TemplateCode => Object.hasOwn(mailCatalogue, code);

const shortLink = "https://example.com/l/…";
/** What stands for the tokens of a mail to somebody who does not exist. */
const exampleTokens = (code: TemplateCode, company: string) => {
  const examples: Record<string, string> = {
    company,
    firstName: "Ada", // not a text
    inviter: "Jules Martin", // not a text
    email: "ada@example.com",
    link: "https://example.com/invitation/…",
    kind: t("dealer"),
    reason: t("We look forward to working with you."),
  };
  return Object.fromEntries(mailCatalogue[code].tokens.map((name) => [name, examples[name] ?? name]));
};

export interface MailSample {
  code: string;
  /** the code of a language */
  language: string;
  text: { subject: string; content: string };
}

/** A mail in a look that is being chosen. */
export function LookPreview({ sample: { code, language, text }, look }: { sample: MailSample; look: MailLook }) {
  if (!isCode(code)) return null;
  const tokens = exampleTokens(code, look.company);
  const isDressed = mayHaveLook(code) && (look.color || look.logo);
  const { html, secrets } = renderMail(code, text, tokens, { language, shortLink, look: isDressed ? look : null });
  return <MailFrame html={unseal(html, secrets)} title={t("E-mail preview")} />;
}

/** The mail as it would be sent with the texts of the form, for somebody who does not exist. */
export function MailPreview({ code, company, language }: { code: string; company: string; language: string }) {
  const subject: string = useDeferredValue(useWatch({ name: "subject" })) ?? "";
  const content: string = useDeferredValue(useWatch({ name: "content" })) ?? "";
  const { look: stored, shown } = useMailLook();
  const { color = null, isVerified = false } = stored.data ?? {};
  const isDressed = isCode(code) && mayHaveLook(code) && isVerified && (color || shown);
  const look = isDressed ? { company, color, logo: shown } : null;
  if (!isCode(code) || !partsOf(subject) || !partsOf(content))
    return <p>{t("The preview appears once all tokens are written as {{name}}.")}</p>;
  const mail = renderMail(code, { subject, content }, exampleTokens(code, company), { language, shortLink, look });
  return (
    <Section title={t("Preview: {subject}", { subject: unseal(mail.subject, mail.secrets) })}>
      <MailFrame html={unseal(mail.html, mail.secrets)} title={t("E-mail preview")} />
    </Section>
  );
}
