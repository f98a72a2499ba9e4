import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { notificationRequests, notificationTemplates } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import { unknownReference } from "@/server/kit/exists";
import { textsOf } from "../text/message-text.service";
import { asLink, asPlain, asRich } from "../text/template-text.rules";
import { tokensIn } from "../text/template-token.rules";
import { knownTokens } from "../text/template-tokens.service";
import type { PreviewTemplateContent, TemplatePreview } from "./notification-template.schema";

/**
 * A title and a text of a template as phones, inboxes and mails would show them; nothing is stored. Tokens have the values
 * of the last message of that template, their own names where there is none.
 * @throws AppError 422 for a template that there is not
 */
export async function previewOf(
  ctx: KnownCtx,
  { noticationTemplateId, notificationTitle, notificationContent }: z.output<typeof PreviewTemplateContent>,
): Promise<z.output<typeof TemplatePreview>> {
  const [template] = await ctx.db
    .select({ key: notificationTemplates.keyNotificationTemplate })
    .from(notificationTemplates)
    .where(eq(notificationTemplates.id, noticationTemplateId));
  if (!template) throw unknownReference("noticationTemplateId", "template");
  const { key } = template;
  const [last] = await ctx.db
    .select({ tokens: notificationRequests.tokens })
    .from(notificationRequests)
    .where(eq(notificationRequests.keyNotificationTemplate, key))
    .orderBy(desc(notificationRequests.createdAt), desc(notificationRequests.id))
    .limit(1);
  const known = await knownTokens(ctx, noticationTemplateId);
  const parts = [notificationTitle, notificationContent].map(tokensIn);
  const used = [...new Set(parts.flatMap((names) => names ?? []))];
  const links = (await textsOf(ctx, [key])).links.get(key) ?? new Map<string, string>();
  const inLinks = [...links.values()].flatMap((link) => tokensIn(link) ?? []);
  const names = [...new Set([...used, ...(known ?? []), ...inLinks])];
  const tokens = Object.fromEntries(names.map((name) => [name, last?.tokens[name] ?? name]));
  const isGood = parts.every((names) => names !== undefined);
  return {
    isGood,
    known,
    unknown: used.filter((name) => known && !known.includes(name)),
    missing: (known ?? []).filter((name) => !used.includes(name)),
    tokens,
    title: isGood ? asPlain(notificationTitle, tokens).replace(/[\r\n]+/g, " ") : notificationTitle,
    text: isGood ? asPlain(notificationContent, tokens) : notificationContent,
    html: isGood ? asRich(notificationContent, tokens) : "",
    links: [...links].map(([keyPlatformTech, link]) => ({ keyPlatformTech, link: asLink(link, tokens) })),
  };
}
