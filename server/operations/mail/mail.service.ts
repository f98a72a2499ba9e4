import { sql } from "drizzle-orm";
import { languages, mailLog } from "@/db/schema";
import { env } from "@/env/env";
import { arrayOf } from "@/server/kit/array.rules";
import { type Ctx, inTransaction } from "@/server/kit/context";
import type { moduleCodes } from "@/server/permissions";
import { type MailTokens, renderMail, type TemplateCode } from "./mail-template.rules";

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
}

/** Puts the delivery of these mails on the queue, in the caller's transaction. A mail that is queued already stays queued once. */
export const queueDelivery = (ctx: Ctx, mailIds: string[]) =>
  ctx.db.execute(sql`
    select graphile_worker.add_job('deliver-mail', json_build_object('mailId', id), max_attempts => ${mostTries}::int,
      job_key => 'mail:' || id) from unnest(${arrayOf(mailIds)}::uuid[]) as id`);

/** One statement for all cases, so that the time does not tell whose language is known. */
async function languageCode(ctx: Ctx, languageId: string | null | undefined) {
  const isTheirs = sql`coalesce(${languages.id} = ${languageId ?? null}::uuid, false)`;
  const [language] = await ctx.db
    .select({ code: languages.code })
    .from(languages)
    .where(sql`${isTheirs} or ${languages.isDefault}`)
    .orderBy(sql`${isTheirs} desc`)
    .limit(1);
  return language?.code ?? "en";
}

/**
 * Writes a mail to the outbox in the caller's transaction: where that is rolled back, no mail is sent. Delivery is at
 * least once; the Message-ID is derived from the mail's id (decisions 6).
 * @returns the mail's id in the mail log
 */
export const enqueueMail = (ctx: Ctx, mail: Mail): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const rendered = renderMail(mail.templateCode, mail.tokens, await languageCode(ctx, mail.languageId));
    const { templateCode, recipient, module } = mail;
    const [row] = await ctx.db
      .insert(mailLog)
      .values({ ...rendered, templateCode, recipient, module, sender: env.MAIL_FROM })
      .returning({ id: mailLog.id });
    if (!row) throw new Error("insert into mail_log returned nothing");
    await queueDelivery(ctx, [row.id]);
    return row.id;
  });
