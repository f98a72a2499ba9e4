import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import {
  notificationDeliveries,
  notificationRequests,
  notificationPlatformTechs as techs,
  notificationTemplates as templates,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { Email } from "@/server/kit/call/email.schema";
import { broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { audit, diff } from "@/server/kit/record/audit";
import { arrayOf } from "@/server/kit/value/array.rules";
import type { NotificationType } from "@/server/kit/value/notification-type.rules";
import { iso } from "@/texts/clock";
import { t } from "@/texts/t";
import { isThere } from "../platform/platform-tech.service";
import { recipientPort } from "../recipient/recipient-port.service";
import { type Texts, textsOf, tokensUsed } from "../text/message-text.service";
import { type OwnTokens, ownTokensOf } from "../text/recipient-token.service";
import type { SendNotificationRequest, SentNotificationRequest } from "./notification-request.schema";

type Asked = z.output<typeof SendNotificationRequest>;
type Rejected = z.output<typeof SentNotificationRequest>["rejected"];

/** Addresses that are good, each once, and why the others are not. */
export function sorted(list: string[]) {
  const accepted = new Set<string>();
  const rejected: Rejected = [];
  for (const given of list) {
    const email = Email.safeParse(given).data;
    if (!email) rejected.push({ email: given, reason: "invalid_address" });
    else if (accepted.has(email)) rejected.push({ email: given, reason: "duplicate" });
    else accepted.add(email);
  }
  return { accepted: [...accepted], rejected };
}

/** The ways that each app takes of those that are wanted. @throws AppError 422 */
export async function waysOf(ctx: Ctx, { keyPlatformTechs, typeNotificationList }: Asked) {
  const keys = [...new Set(keyPlatformTechs)];
  const rows = await ctx.db
    .select({ key: techs.key, types: techs.typeNotificationList })
    .from(techs)
    .where(and(sql`${techs.key} = any(${arrayOf(keys)}::text[])`, isThere(techs)));
  const known = new Map(rows.map(({ key, types }) => [key, types]));
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length)
    throw broken("keyPlatformTechs", t("There is no such platform tech: {names}.", { names: unknown.join(", ") }));
  const isWanted = (type: number) => !typeNotificationList || typeNotificationList.some((one) => one === type);
  const ways = keys.flatMap((key) => (known.get(key) ?? []).filter(isWanted).map((type) => ({ key, type })));
  if (ways.length === 0) throw broken("typeNotificationList", "These platform techs take none of these types.");
  const types = ([1, 2, 3] as const).filter((type) => ways.some((way) => way.type === type));
  return { keys, ways, types };
}

/** The words that a request is known by, and whether it is urgent. @throws AppError 422 */
export async function messageOf(ctx: Ctx, asked: Asked, texts: Texts) {
  const { keyNotificationTemplate: key, notificationTitle, notificationContent, languageId } = asked;
  if (key === undefined) {
    if (notificationTitle === undefined || notificationContent === undefined)
      throw broken("keyNotificationTemplate", "Name a template, or give notificationTitle and notificationContent.");
    return { title: notificationTitle, content: notificationContent, isUrgent: false };
  }
  if (notificationTitle !== undefined || notificationContent !== undefined)
    throw broken("notificationTitle", "A template brings its own title and text.");
  const [template] = await ctx.db.select().from(templates).where(eq(templates.keyNotificationTemplate, key));
  if (!template) throw unknownReference("keyNotificationTemplate", "template");
  if (!template.isActivated) throw broken("keyNotificationTemplate", "This template is off.");
  const words = texts.byKey.get(key) ?? [];
  const first =
    words.find((one) => one.languageId === (languageId ?? texts.defaultLanguageId)) ??
    words.find((one) => one.languageId === texts.defaultLanguageId) ??
    words[0];
  if (!first) throw broken("keyNotificationTemplate", "This template has no text in any language.");
  return { title: first.title, content: first.content, isUrgent: template.isUrgent };
}

/** The tokens that a message uses in any of its languages and links, and that the request as a whole gives no value for. */
export const tokensWanted = (asked: Asked, texts: Texts, keys: string[]): string[] =>
  tokensUsed(
    {
      keyNotificationTemplate: asked.keyNotificationTemplate ?? null,
      notificationTitle: asked.notificationTitle ?? "",
      notificationContent: asked.notificationContent ?? "",
    },
    texts,
    keys,
  ).filter((name) => !Object.hasOwn(asked.tokens ?? {}, name));

/** What people have as their own tokens, by address as it is stored. */
export const tokensByEmail = ({ tokensByEmail: given }: Asked) =>
  new Map(Object.entries(given ?? {}).map(([email, tokens]) => [email.trim().toLowerCase(), tokens]));

/** Whether somebody has a value for a token: from the request, or of their own. */
export const hasValue = (email: string, name: string, byEmail: ReturnType<typeof tokensByEmail>, own: OwnTokens) =>
  Object.hasOwn(byEmail.get(email) ?? {}, name) || Object.hasOwn(own.get(email)?.tokens ?? {}, name);

/** Everybody who gets a message has a value for each token that it may use (422 otherwise). */
async function assertTokens(ctx: Ctx, asked: Asked, wanted: string[], accepted: string[]) {
  const byEmail = tokensByEmail(asked);
  const own = await ownTokensOf(ctx, accepted, wanted, asked);
  for (const name of wanted) {
    const without = accepted.find((email) => !hasValue(email, name, byEmail, own));
    if (without)
      throw broken(
        "tokens",
        t("The token {name} is missing, for {email} at least.", { name: `{{${name}}}`, email: without }),
      );
  }
}

/** One row a person and way, as one JSON text: the fastest way to write ten thousand. */
async function insertDeliveries(ctx: Ctx, request: typeof notificationRequests.$inferSelect, rows: object[]) {
  const { id, isUrgent, dtPrepareSent, createdAt } = request;
  await ctx.db.execute(sql`
    insert into ${notificationDeliveries} (id, request_id, email, key_platform_tech, type, language_id, tokens, is_urgent,
      status, reason, due_at, created_at, updated_at)
    select r.id, ${id}::uuid, r.email, r.key, r.type, r.language, r.tokens, ${isUrgent}, r.status, r.reason,
      ${dtPrepareSent ?? createdAt}::timestamptz, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, email text, key text, type int, language uuid,
      tokens jsonb, status text, reason text)`);
}

/** What people choose for themselves in an app, or the sender for all. @throws AppError 422 */
export async function languageOf(ctx: Ctx, asked: Asked) {
  const languages = await recipientPort.languages(ctx);
  if (asked.languageId && !languages.some(({ id }) => id === asked.languageId))
    throw unknownReference("languageId", "language");
  const chosen = asked.languageId;
  const fallback = languages[0]?.id ?? null;
  return (own: string | null | undefined) => chosen ?? own ?? fallback;
}

/**
 * Accepts a request: one transaction stores it with one delivery per person, app and type; workers send (decisions 7).
 * People whom nobody knows get mail, and are skipped for the rest.
 * @throws AppError 422 for an unknown template, app or language, a missing token, and where no address is good
 */
export const sendNotification = (ctx: KnownCtx, asked: Asked): Promise<z.output<typeof SentNotificationRequest>> =>
  inTransaction(ctx, async (ctx) => {
    const key = asked.keyNotificationTemplate;
    const texts = await textsOf(ctx, key === undefined ? [] : [key]);
    const message = await messageOf(ctx, asked, texts);
    const { keys, ways, types } = await waysOf(ctx, asked);
    const language = await languageOf(ctx, asked);
    const { accepted, rejected } = sorted(asked.emailUserDestList);
    if (accepted.length === 0) throw broken("emailUserDestList", "None of these is an address.");
    const byEmail = tokensByEmail(asked);
    await assertTokens(ctx, asked, tokensWanted(asked, texts, keys), accepted);
    const people = new Map((await recipientPort.recipientsOf(ctx, accepted)).map((one) => [one.email, one]));
    const now = Date.now();
    const due = asked.dtPrepareSent ? Date.parse(asked.dtPrepareSent) : now;
    const isLater = due > now;
    const [request] = await ctx.db
      .insert(notificationRequests)
      .values({
        keyNotificationTemplate: key ?? null,
        notificationTitle: message.title,
        notificationContent: message.content,
        keyPlatformTechs: keys,
        typeNotificationList: types,
        tokens: asked.tokens ?? {},
        languageId: asked.languageId ?? null,
        companyId: asked.companyId ?? null,
        vehicleId: asked.vehicleId ?? null,
        isUrgent: message.isUrgent,
        status: isLater ? "scheduled" : "pending",
        recipients: accepted.length,
        dtPrepareSent: asked.dtPrepareSent ?? null,
        expiresAt: asked.ttlSeconds ? iso(Math.max(due, now) + asked.ttlSeconds * 1000) : null,
      })
      .returning();
    if (!request) throw new Error("insert into requests returned nothing");
    const rows = accepted.flatMap((email) => {
      const person = people.get(email);
      return ways.map(({ key, type }) => ({
        id: uuidv7(),
        email,
        key,
        type,
        language: language(person?.optins[key]?.languageId ?? person?.languageId),
        tokens: byEmail.get(email) ?? null,
        ...(person || type === mail ? { status: "pending" } : { status: "skipped", reason: "unknown_person" }),
      }));
    });
    await insertDeliveries(ctx, request, rows);
    const { id, createdAt, updatedAt, version, tokens, ...shown } = request;
    const entry = { objectType: "notification-request", objectId: id, objectLabel: request.notificationTitle };
    await audit(ctx, { ...entry, action: "create", changes: diff({}, shown) });
    return { id, status: request.status, accepted: accepted.length, rejected };
  });

const mail: NotificationType = 3;
