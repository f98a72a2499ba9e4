import { z } from "zod";
import { Id, IfMatch, LongText, Stamps, Text } from "@/server/kit/call/wire";
import { listInput, pageOf } from "@/server/kit/list/list.schema";

const texts = { subject: z.string(), content: z.string() };

export const CompanyMailTemplate = z
  .object({
    id: Id,
    companyId: Id,
    mailTemplateId: Id,
    code: z.string(),
    languageId: Id,
    ...texts,
    tokens: z.array(z.string()).meta({ description: "What the text may hold, as {{name}}." }),
    ...Stamps,
  })
  .meta({ id: "CompMailTemplateTransResDTO" });

export const PutCompanyMailTemplate = z.object({
  mailTemplateId: Id,
  languageId: Id,
  subject: Text(200),
  content: LongText(10_000),
  ifMatch: IfMatch,
});

export const OfLanguage = z.object({ mailTemplateId: Id, languageId: Id });

export const ListCompanyMailTemplates = listInput({
  sort: ["createdAt", "updatedAt"],
  filters: { mailTemplateId: Id, languageId: Id },
});

/** The mails that a company may have texts of its own for, with the standard ones. */
export const EditableTemplates = pageOf(
  z.object({
    id: Id,
    code: z.string(),
    label: z.string(),
    tokens: z.array(z.string()),
    texts: z.array(z.object({ languageId: Id, ...texts })).meta({ description: "The standard text in each language." }),
  }),
).meta({ id: "ListMailTemplateDTO" });
