import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { languages, mailTemplates, mailTemplateTranslations } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { LongText, Text } from "@/server/kit/call/wire";
import { joinDesk } from "@/server/kit/desk/desk-join";
import { translatedService } from "@/server/kit/language/translated-service";
import { listInput } from "@/server/kit/list/list.schema";
import { mailCatalogue } from "./mail-catalogue.rules";
import { type MailText, mailTextFault } from "./mail-template.rules";

const record = translatedService({
  table: mailTemplates,
  scope: "global",
  name: "mail-template",
  label: (row) => row.label,
  input: listInput({ sort: ["label"], filters: {}, order: "label:asc" }),
  sort: { label: mailTemplates.label },
  filters: {},
  texts: mailTemplateTranslations,
});

/** Why a mail would not work with this text. */
const faultOf = (code: string | null, text: MailText) => {
  const template = Object.entries(mailCatalogue).find(([name]) => name === code)?.[1];
  return template && mailTextFault(template, text);
};

/** The standard texts of mails: their templates are seeded, and people translate and reword them at the translation desk. */
export const mailTemplateService = {
  change: record.change,

  /** @throws AppError 422 for a text with which the mail would not work */
  translate: (ctx: KnownCtx, id: string, languageId: string, text: MailText) =>
    inTransaction(ctx, async (ctx) => {
      const { code } = await record.get(ctx, id);
      const fault = faultOf(code, text);
      if (fault) throw broken(fault.path, fault.message);
      return record.translate(ctx, id, languageId, text);
    }),

  /** @throws AppError 422 for the text of the default language, which stands in for all others */
  removeTranslation: (ctx: KnownCtx, id: string, translation: { id: string; languageId: string }) =>
    inTransaction(ctx, async (ctx) => {
      const isMain = and(eq(languages.id, translation.languageId), languages.isDefault);
      if ((await ctx.db.$count(languages, isMain)) > 0)
        throw broken("texts", "A mail needs its text in the default language.");
      return record.removeTranslation(ctx, id, translation.id);
    }),
};

joinDesk({
  name: "mail-template",
  title: "Mails",
  may: { read: "mail-template.read", write: "mail-template.write" },
  table: mailTemplates,
  texts: mailTemplateTranslations,
  label: mailTemplates.label,
  place: sql`${mailTemplates.code}`,
  fields: { subject: { title: "Subject" }, content: { title: "Text", long: true } },
  schema: z.object({ subject: Text(200), content: LongText(10_000) }),
  fault: ({ place: code }, { subject = "", content = "" }) => faultOf(code, { subject, content }),
  record: mailTemplateService,
  set: mailTemplateService.translate,
  remove: mailTemplateService.removeTranslation,
});
