import { z } from "zod";
import { Id, IfMatch, LongText, Search, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { either, said } from "@/server/kit/value/words.rules";
import { PlatformPageTech } from "../page/platform-page-tech.schema";
import { KeysOrIds, PlatformTechSummary } from "../platform/platform-tech.schema";
import { tokensIn } from "../text/template-token.rules";

const template = { keyNotificationTemplate: Text(100), labelNotificationTemplate: Text(200), isPublic: z.boolean() };
const shown = {
  id: Id,
  keyNotificationTemplate: z.string(),
  labelNotificationTemplate: z.string(),
  isPublic: z.boolean(),
};

/** A template inside of another record. */
const ShortTemplate = z.object(shown).meta({ id: "NoticationTemplateDTO" });

export const NotificationTemplate = z
  .object({
    ...shown,
    isActivated: either("On", "Off"),
    isUrgent: z.boolean(),
    platformTechs: PlatformTechSummary.nullable().meta({ description: "the app of its first link" }),
    ...Stamps,
  })
  .meta({ id: "NotificationTemplateResponseDTO" });

export const CreateNotificationTemplate = z.object(template).meta({ id: "CreateNotificationTemplateDTO" });
/** All fields, as the document says. */
export const UpdateNotificationTemplate = z
  .object({ ...template, isActivated: z.boolean() })
  .meta({ id: "UpdateNotificationTemplateDTO" });

export const ListNotificationTemplates = listInput({
  sort: ["keyNotificationTemplate", "labelNotificationTemplate", "isPublic", "isActivated", "createdAt", "updatedAt"],
  filters: {
    keyNotificationTemplate: Search,
    labelNotificationTemplate: Search,
    platformTechs: KeysOrIds,
    isPublic: z.boolean(),
    isActivated: z.boolean(),
  },
});
export const NotificationTemplateByKey = z.object({ keyNotificationTemplate: z.string().max(200) });

const hasTokens = [
  (text: string) => tokensIn(text) !== undefined,
  "Write tokens as {{name}}, and nothing else in curly brackets.",
] as const;
const content = {
  notificationTitle: Text(300).refine(...hasTokens),
  notificationContent: LongText(20_000).refine(...hasTokens),
  noticationTemplateId: Id,
  languageId: Id,
};

/** The texts of a message that has no template, or of a content. */
export const MessageTitle = content.notificationTitle;
export const MessageContent = content.notificationContent;

export const NotificationTemplateContent = z
  .object({
    id: Id,
    notificationTitle: z.string(),
    notificationContent: z.string(),
    noticationTemplateId: z.uuid().register(said, { nameOf: "notificationTemplate" }),
    languageId: z.uuid().register(said, { nameOf: "languageName" }),
    missingTokens: z.array(z.string()).meta({ description: "tokens of the template's pages that it does not use" }),
    ...Stamps,
  })
  .meta({ id: "NotificationTemplateContentResponseDTO" });

export const CreateNotificationTemplateContent = z.object(content).meta({ id: "CreateNotificationTemplateContentDTO" });
export const UpdateNotificationTemplateContent = z.object(content).meta({ id: "UpdateNotificationTemplateContentDTO" });

/** Title and text of a template, as they may be stored. */
export const TemplateWords = z.object({
  notificationTitle: content.notificationTitle,
  notificationContent: content.notificationContent,
});

/** The texts of a template in every language that is on, the default one first. */
export const TemplateTexts = z.object({
  languages: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
  contents: z.array(NotificationTemplateContent),
});

/** Texts of a template in some languages. `ifMatch` is the version of the text that was seen; none where there was no text. */
export const SaveTemplateTexts = z.object({
  noticationTemplateId: Id,
  contents: z
    .array(TemplateWords.extend({ languageId: Id, ifMatch: IfMatch }))
    .min(1)
    .max(100),
});

/** What is being written, good or not. */
export const PreviewTemplateContent = z.object({
  noticationTemplateId: Id,
  notificationTitle: Text(300, 0),
  notificationContent: LongText(20_000, 0),
});

/** `text` as phones show it, `html` as mails do. */
export const TemplatePreview = z.object({
  /** whether it is a text with tokens, and nothing else in curly brackets */
  isGood: z.boolean(),
  /** the tokens that there are; null where any may be used */
  known: z.array(z.string()).nullable(),
  unknown: z.array(z.string()),
  missing: z.array(z.string()),
  tokens: z.record(z.string(), z.string()),
  title: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.object({ keyPlatformTech: z.string(), link: z.string().nullable() })),
});

export const ListNotificationTemplateContents = listInput({
  sort: ["notificationTitle", "createdAt", "updatedAt"],
  filters: { notificationTitle: Search, languageId: Id, noticationTemplateId: Id },
});

/** `id`: the template's. */
export const ContentOfTemplate = z.object({ id: Id, notificationTemplateContentId: Id });

const link = { noticationTemplateId: Id, platformPageTechId: Id, platformTechId: Id };

export const NotificationTemplateTech = z
  .object({
    id: Id,
    ...link,
    notificationTemplate: ShortTemplate,
    platformPageTech: PlatformPageTech.omit({ platformTech: true }),
    platformTech: PlatformTechSummary,
    ...Stamps,
  })
  .meta({ id: "NotificationTemplateTechDTO" });

export const CreateNotificationTemplateTech = z.object(link).meta({ id: "CreateNotificationTemplateTechDTO" });
export const UpdateNotificationTemplateTech = z.object(link).meta({ id: "UpdateNotificationTemplateTechDTO" });

export const ListNotificationTemplateTechs = listInput({
  sort: ["createdAt", "updatedAt"],
  filters: { noticationTemplateId: Id, platformPageTechId: Id, platformTechId: Id, platformTechs: KeysOrIds },
});
