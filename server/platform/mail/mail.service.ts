import { and, eq, sql } from "drizzle-orm";
import {
  companies,
  companyMailLooks,
  companyMailTemplates,
  companyPreferences,
  languages,
  mailLog,
  mailTemplates,
  mailTemplateTranslations,
} from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import type { moduleCodes } from "@/server/permission-modules.rules";
import { lifetimeOf, mailCatalogue, mayHaveLook, type TemplateCode } from "./mail-catalogue.rules";
import { namedSender } from "./mail-from.rules";
import { logoCid, type MailLook } from "./mail-layout.rules";
import { linkLifetime, shortLinks } from "./mail-link.service";
import {
  type MailText,
  type MailTokens,
  notificationHtml,
  renderMail,
  sealedToken,
  withoutSeals,
} from "./mail-template.rules";
import { mailWords } from "./mail-words.rules";

/** How often a mail is tried, with growing pauses, before it counts as failed. */
export const mostTries = 8;

export interface Mail {
  templateCode: TemplateCode;
  recipient: string;
  /** the part of the product that sends it */
  module: keyof typeof moduleCodes;
  tokens: MailTokens;
  /** the recipient's language; the default one where not said */
  languageId?: string | null;
  /** the company in whose name it is sent, which may have a text of its own */
  companyId?: string;
}

/** How long a mail waits at least for a mail server that is away, and over how long those that wait are spread; seconds. */
const wait = { least: 15, spread: 15 };

/**
 * Puts the delivery of these mails on the queue, in the caller's transaction. A mail that is queued already stays queued once.
 * @param notBefore for a mail server that is away: when it is asked again, in milliseconds since 1970, or 0 for soon
 */
export const queueDelivery = (ctx: Ctx, mailIds: string[], notBefore?: number) => {
  const later = sql`greatest(now() + make_interval(secs => ${wait.least}), to_timestamp(${(notBefore ?? 0) / 1000}::float8))
    + make_interval(secs => random() * ${wait.spread})`;
  return ctx.db.execute(sql`
    select graphile_worker.add_job('deliver-mail', json_build_object('mailId', id), max_attempts => ${mostTries}::int,
      run_at => ${notBefore === undefined ? sql`now()` : later}, job_key => 'mail:' || id)
    from unnest(${arrayOf(mailIds)}::uuid[]) as id`);
};

/**
 * The words of a mail (decisions 3, Company mail template), in the language of the person, or of the company in whose name
 * it is sent where they chose none: the company's in the language, the company's in the default language, the template's in the language, in the default one, in any. One statement for all cases, so that the time
 * does not tell whose language is known.
 */
async function textOf(
  ctx: Ctx,
  { templateCode, languageId, companyId }: Pick<Mail, "templateCode" | "languageId" | "companyId">,
): Promise<MailText & { language: string }> {
  const own = companyMailTemplates;
  const standard = mailTemplateTranslations;
  const ofCompany = sql`select ${companyPreferences.languageId} from ${companyPreferences}
    where ${companyPreferences.companyId} = ${companyId ?? null}::uuid`;
  const isTheirs = sql`coalesce(l.id = coalesce(${languageId ?? null}::uuid, (${ofCompany})), false)`;
  const [found] = await ctx.db.execute<{ subject: string; content: string; language: string }>(sql`
    select x.subject, x.content, l.code as language from (
      select ${own.subject}, ${own.content}, ${own.languageId} as language_id, true as is_own from ${own}
        join ${mailTemplates} on ${mailTemplates.id} = ${own.mailTemplateId}
        where ${mailTemplates.code} = ${templateCode} and ${own.companyId} = ${companyId ?? null}::uuid
      union all
      select ${standard.subject}, ${standard.content}, ${standard.languageId}, false from ${standard}
        join ${mailTemplates} on ${mailTemplates.id} = ${standard.parentId}
        where ${mailTemplates.code} = ${templateCode}
    ) x join ${languages} l on l.id = x.language_id
    where not x.is_own or l.is_default or ${isTheirs}
    order by x.is_own desc, ${isTheirs} desc, l.is_default desc, l.code limit 1`);
  if (!found) throw new Error(`the mail template ${templateCode} has no text; the base data is not seeded`);
  return found;
}

/** The look of a company's mails and the picture that is attached; null where it is not verified, or has chosen nothing. */
async function lookOf(ctx: Ctx, { templateCode, companyId }: Pick<Mail, "templateCode" | "companyId">) {
  if (!companyId || !mayHaveLook(templateCode)) return null;
  const [found] = await ctx.db
    .select({ company: companies.name, color: companyMailLooks.color, logo: companyMailLooks.logo })
    .from(companyMailLooks)
    .innerJoin(companies, eq(companies.id, companyMailLooks.companyId))
    .where(and(eq(companies.id, companyId), companies.isVerified));
  if (!found || (!found.color && !found.logo)) return null;
  const look: MailLook = { ...found, logo: found.logo && logoCid };
  return { look, logo: found.logo };
}

/**
 * Writes a mail to the outbox in the caller's transaction: where that is rolled back, no mail is sent. Delivery is at
 * least once; the Message-ID is derived from the mail's id (decisions 6).
 * @returns the mail's id in the mail log
 */
export const enqueueMail = (ctx: Ctx, mail: Mail): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { templateCode, module, companyId } = mail;
    const [id] = await enqueueAll(ctx, { templateCode, module, companyId }, [mail]);
    if (!id) throw new Error("insert into mail_log returned nothing");
    return id;
  });

/** Writes mails of one template to the outbox, in a few statements. @returns their ids */
async function enqueueAll(
  ctx: Ctx,
  { templateCode, module, companyId }: Pick<Mail, "templateCode" | "module" | "companyId">,
  mails: Pick<Mail, "recipient" | "tokens" | "languageId">[],
): Promise<string[]> {
  if (mails.length === 0) return [];
  const languageIds = [...new Set(mails.map((mail) => mail.languageId ?? null))];
  const textIn = (languageId: string | null) => textOf(ctx, { templateCode, languageId, companyId });
  const texts = new Map(await Promise.all(languageIds.map(async (one) => [one, await textIn(one)] as const)));
  const secrets: readonly string[] = mailCatalogue[templateCode].secrets;
  const shortLinkLifetime = secrets.includes("link") ? linkLifetime.secret : linkLifetime.page;
  const until = lifetimeOf(templateCode);
  const expiresAt = until ? sql<string>`now() + ${until}::interval` : null;
  const targets = mails.map(({ tokens }) => tokens.link);
  const short = await shortLinks(ctx, targets, shortLinkLifetime);
  const dressed = await lookOf(ctx, { templateCode, companyId });
  const rows = mails.flatMap(({ recipient, tokens, languageId }, n) => {
    const text = texts.get(languageId ?? null);
    if (!text) return [];
    const rendered = renderMail(templateCode, text, tokens, {
      language: text.language,
      shortLink: short[n],
      look: dressed?.look,
    });
    const sender = namedSender(env.MAIL_FROM);
    return { ...rendered, templateCode, recipient, module, sender, logo: dressed?.logo, expiresAt };
  });
  const made = await ctx.db.insert(mailLog).values(rows).returning({ id: mailLog.id });
  const ids = made.map(({ id }) => id);
  await queueDelivery(ctx, ids);
  return ids;
}

/** A notification that goes out by mail, in words already. */
export interface NotificationMail {
  deliveryId: string;
  /** the template's key */
  templateCode: string;
  recipient: string;
  subject: string;
  text: string;
  /** cleaned */
  html: string;
  /** the page that it is about: on the web, or in the app */
  link: string | null;
  /** the link that ends such mails; null for those that cannot be ended */
  unsubscribe: string | null;
  /** the code of the language that it is written in */
  language: string;
}

const most = 1000;

/**
 * Writes notifications to the outbox in the caller's transaction (decisions 6): each is a row with its `deliveryId`, and
 * its result moves the delivery. The link that unsubscribes is kept apart, so that the log does not show it.
 */
export async function enqueueNotifications(ctx: Ctx, mails: NotificationMail[]): Promise<void> {
  for (let start = 0; start < mails.length; start += most) {
    const some = mails.slice(start, start + most);
    const targets = some.map(({ link }) => link ?? undefined);
    const short = await shortLinks(ctx, targets, linkLifetime.page);
    const rows = some.map(({ deliveryId, templateCode, recipient, unsubscribe, language, ...mail }, n) => {
      const end = unsubscribe ? sealedToken("unsubscribe") : null;
      const at = short[n];
      const [subject, text, html] = [mail.subject, mail.text, mail.html].map(withoutSeals) as [string, string, string];
      // An app's own address is no link on the web: there the short one asks to open the app.
      const href = mail.link && /^https:/i.test(mail.link) ? mail.link : at;
      const link = at && href ? { href: withoutSeals(href), short: at } : null;
      const words = mailWords(language);
      return {
        templateCode,
        subject,
        recipient,
        sender: namedSender(env.MAIL_FROM),
        module: "notification",
        body: [text, at, end && `${words.unsubscribe}: ${end}`].filter(Boolean).join("\n\n"),
        html: notificationHtml({ subject, html, text, link, end }, language),
        secrets: unsubscribe ? { unsubscribe } : null,
        deliveryId,
      };
    });
    const made = await ctx.db.insert(mailLog).values(rows).returning({ id: mailLog.id });
    await queueDelivery(
      ctx,
      made.map(({ id }) => id),
    );
  }
}

/** As `enqueueMail`, for many mails of one template, in a few statements. @returns as `enqueueMail` */
export const enqueueMails = (
  ctx: Ctx,
  of: Pick<Mail, "templateCode" | "module" | "companyId">,
  mails: Pick<Mail, "recipient" | "tokens" | "languageId">[],
): Promise<string[]> =>
  inTransaction(ctx, async (ctx) => {
    return enqueueAll(ctx, of, mails);
  });
