import { IconMail } from "@tabler/icons-react";
import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { resource } from "@/components/kit/resource";

/** A company's own texts of mails. */
export const companyMailTemplates = resource("companyMailTemplates", {
  one: "custom text",
  many: "custom texts",
  at: "/companies",
  domain: "Companies",
  icon: IconMail,
  may: { read: "company-mail-template.read", write: "company-mail-template.write" },
  audited: "company-mail-template",
  title: (record) => record.subject,
  search: "mailTemplateId",
  words: {},
  shown: { subject: "Subject", content: "Text", languageId: ["Language", languages], code: "E-mail" },
  create: false,
});
