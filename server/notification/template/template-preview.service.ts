import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import {
  notificationDeliveries as deliveries,
  notificationTemplates,
  notificationRequests as requests,
} from "@/db/schema";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { unknownReference } from "@/server/kit/call/exists";
import { recipientPort } from "../recipient/recipient-port.service";
import { textsOf } from "../text/message-text.service";
import { asLink, asPlain, asRich } from "../text/template-text.rules";
import { exampleOf, tokensIn } from "../text/template-token.rules";
import { isKnown, knownTokens } from "../text/template-tokens.service";
import type { PreviewTemplateContent, TemplatePreview } from "./notification-template.schema";

/**
 * The values that tokens had in the last message of this template that went to one person: for who may read requests and
 * that person, none for all others.
 */
async function valuesOf(ctx: KnownCtx, key: string): Promise<Record<string, string>> {
  if (!mayDo(ctx.actor, "notification-request.read")) return {};
  const [last] = await ctx.db
    .select({ id: requests.id, tokens: requests.tokens })
    .from(requests)
    .where(and(eq(requests.keyNotificationTemplate, key), eq(requests.recipients, 1)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(1);
  if (!last) return {};
  const [delivery] = await ctx.db
    .select({ email: deliveries.email, tokens: deliveries.tokens })
    .from(deliveries)
    .where(eq(deliveries.requestId, last.id))
    .limit(1);
  if (!delivery || !(await recipientPort.mayRead(ctx, delivery.email))) return {};
  return { ...last.tokens, ...delivery.tokens };
}

/**
 * A title and a text of a template as phones, inboxes and mails would show them; nothing is stored. Tokens have example
 * values, or those of a message that the caller may read with its recipient.
 * @throws AppError 422 for an unknown template
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
  const values = await valuesOf(ctx, key);
  const known = await knownTokens(ctx, noticationTemplateId);
  const parts = [notificationTitle, notificationContent].map(tokensIn);
  const used = [...new Set(parts.flatMap((names) => names ?? []))];
  const links = (await textsOf(ctx, [key])).links.get(key) ?? new Map<string, string>();
  const inLinks = [...links.values()].flatMap((link) => tokensIn(link) ?? []);
  const names = [...new Set([...used, ...(known ?? []), ...inLinks])];
  const tokens = Object.fromEntries(names.map((name) => [name, values[name] ?? exampleOf(name)]));
  const isGood = parts.every((names) => names !== undefined);
  return {
    isGood,
    known,
    unknown: used.filter((name) => known && !isKnown(known, name)),
    missing: (known ?? []).filter((name) => !used.includes(name)),
    tokens,
    title: isGood ? asPlain(notificationTitle, tokens).replace(/[\r\n]+/g, " ") : notificationTitle,
    text: isGood ? asPlain(notificationContent, tokens) : notificationContent,
    html: isGood ? asRich(notificationContent, tokens) : "",
    links: [...links].map(([keyPlatformTech, link]) => ({ keyPlatformTech, link: asLink(link, tokens) })),
  };
}
