import { eq, sql } from "drizzle-orm";
import {
  notificationTemplateContents as contents,
  notificationTemplateTechs as links,
  platformPageTechs as pages,
  notificationPlatformTechs as techs,
  notificationTemplates as templates,
} from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { recipientPort } from "../recipient/recipient-port.service";
import { asLink, asMailHtml, asPlain, asRich, asSubject } from "./template-text.rules";
import { tokensIn } from "./template-token.rules";

/** Title and text in one language. */
interface Words {
  languageId: string;
  title: string;
  content: string;
}

/** What messages are made of: texts of templates by language, and where they lead in each app. */
export interface Texts {
  byKey: Map<string, Words[]>;
  /** by template's key, then app's key */
  links: Map<string, Map<string, string>>;
  defaultLanguageId: string | null;
}

/** Everything that messages of these templates are made of, in three statements. */
export async function textsOf(ctx: Ctx, keys: string[]): Promise<Texts> {
  const wanted = sql`${templates.keyNotificationTemplate} = any(${arrayOf(keys)}::text[])`;
  const words = await ctx.db
    .select({
      key: templates.keyNotificationTemplate,
      languageId: contents.languageId,
      title: contents.notificationTitle,
      content: contents.notificationContent,
    })
    .from(contents)
    .innerJoin(templates, eq(templates.id, contents.noticationTemplateId))
    .where(wanted)
    .orderBy(contents.createdAt, contents.id);
  const places = await ctx.db
    .select({ key: templates.keyNotificationTemplate, app: techs.key, link: pages.descLink })
    .from(links)
    .innerJoin(templates, eq(templates.id, links.noticationTemplateId))
    .innerJoin(pages, eq(pages.id, links.platformPageTechId))
    .innerJoin(techs, eq(techs.id, links.platformTechId))
    .where(sql`${wanted} and ${pages.isActivated} and ${techs.missingSince} is null`)
    .orderBy(sql`${links.createdAt} desc`, sql`${links.id} desc`);
  const [first] = await recipientPort.languages(ctx);
  const byKey = new Map<string, Words[]>();
  for (const { key, ...one } of words) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  const byApp = new Map<string, Map<string, string>>();
  // The newest first, so that the oldest link of an app is what stays.
  for (const { key, app, link } of places) byApp.set(key, (byApp.get(key) ?? new Map()).set(app, link));
  return { byKey, links: byApp, defaultLanguageId: first?.id ?? null };
}

/** The tokens that a message uses in any of its languages, and in its links in these apps; each once. */
export function tokensUsed(
  message: Pick<Unwritten, "keyNotificationTemplate" | "notificationTitle" | "notificationContent">,
  texts: Texts,
  apps: string[],
): string[] {
  const { keyNotificationTemplate: key, notificationTitle, notificationContent } = message;
  const words = (key && texts.byKey.get(key)) || [{ title: notificationTitle, content: notificationContent }];
  const links = key ? apps.flatMap((app) => texts.links.get(key)?.get(app) ?? []) : [];
  const all = [...words.flatMap(({ title, content }) => [title, content]), ...links];
  return [...new Set(all.flatMap((text) => tokensIn(text) ?? []))];
}

/** A message before it is put into words. */
export interface Unwritten {
  keyNotificationTemplate: string | null;
  keyPlatformTech: string;
  /** the words of a message without a template, and of one whose template has gone */
  notificationTitle: string;
  notificationContent: string;
  languageId: string | null;
  tokens: Record<string, string>;
  /** where a message without a template leads */
  link?: string | null;
}

export interface Written {
  title: string;
  content: string;
  link: string | null;
  contentLanguageId: string | null;
  /** not in the language that was wanted */
  isFallback: boolean;
}

/**
 * A message in words: in the language that is wanted, else in the default one, else in any that there is (decisions 7).
 * @param form plain for phones and inboxes; cleaned HTML for rich text and for mail
 */
export function written(message: Unwritten, texts: Texts, form: "plain" | "rich" | "mail"): Written {
  const { keyNotificationTemplate: key, languageId, tokens } = message;
  const known = (key && texts.byKey.get(key)) || [];
  const inLanguage = (wanted: string | null) => known.find((one) => one.languageId === wanted);
  const words = inLanguage(languageId) ?? inLanguage(texts.defaultLanguageId) ?? known[0];
  const link = key && texts.links.get(key)?.get(message.keyPlatformTech);
  const title = words?.title ?? message.notificationTitle;
  const content = words?.content ?? message.notificationContent;
  return {
    title: form === "mail" ? asSubject(title, tokens) : asPlain(title, tokens).replace(/[\r\n]+/g, " "),
    content: { plain: asPlain, rich: asRich, mail: asMailHtml }[form](content, tokens),
    link: link ? asLink(link, tokens) : (message.link ?? null),
    contentLanguageId: words?.languageId ?? null,
    isFallback: Boolean(words && languageId && words.languageId !== languageId),
  };
}
