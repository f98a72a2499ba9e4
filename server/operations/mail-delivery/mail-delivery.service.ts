import { and, eq, sql } from "drizzle-orm";
import { mailLog } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { countGivenUp } from "@/server/kit/process/metrics";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { mailSettled } from "@/server/notification/delivery/mail-notification.service";
import { pictureAsPng } from "@/server/platform/file/picture.service";
import { mailStates } from "@/server/platform/mail/mail.rules";
import { mostTries, queueDelivery } from "@/server/platform/mail/mail.service";
import { MailServerAway, type SendMail } from "@/server/platform/mail/mail-sender.service";
import { unseal } from "@/server/platform/mail/mail-template.rules";

/** How long a connection that fails costs a mail no try (decisions 6). */
const patience = "72 hours";

const sendingOff = "Sending is off: no mail server is set (SMTP_URL).";

/** A try that failed; the queue tries again after a growing pause. */
export class DeliveryFailed extends Error {}

const expired = "The code or link in this e-mail expired before it could be sent.";

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Tries to deliver one mail, while its row is locked: a second worker skips it, and the lock of a worker that died is
 * released. Without a sender the mail stays pending, with the reason; so it does where the mail server cannot be reached,
 * which costs no try for 72 hours. A mail whose code or link has expired fails.
 * @throws DeliveryFailed when it is to be tried again
 */
export async function deliverMail(ctx: KnownCtx, mailId: string, send: SendMail | null): Promise<void> {
  let isGivenUp = false;
  const retry = await inTransaction(ctx, async (ctx) => {
    isGivenUp = false;
    const found = await lockPending(ctx, mailId);
    if (!found) return;
    const { mail, isExpired, isPatient } = found;
    const set = (values: Partial<typeof mailLog.$inferInsert>) => {
      mailStates.assert("status", mail.status, values.status ?? mail.status);
      return ctx.db
        .update(mailLog)
        .set({ ...values, version: mail.version + 1 })
        .where(eq(mailLog.id, mailId));
    };
    const giveUp = async (tries: number, lastError: string) => {
      isGivenUp = true;
      await set({ tries, lastError, status: "fail", unreachableSince: null });
      await tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId, templateCode: mail.templateCode } }]);
      if (mail.deliveryId) await mailSettled(ctx, mail.deliveryId, { tries, error: lastError });
    };
    if (isExpired) return giveUp(mail.tries, expired);
    if (!send) {
      if (mail.lastError !== sendingOff) await set({ lastError: sendingOff });
      return;
    }
    const tries = mail.tries + 1;
    try {
      await send(await outgoing(mail));
    } catch (error) {
      const lastError = reasonOf(error);
      const isAway = error instanceof MailServerAway;
      const unreachableSince = isAway ? (mail.unreachableSince ?? new Date().toISOString()) : null;
      if (isAway && isPatient) {
        if (!mail.unreachableSince || mail.lastError !== lastError) await set({ lastError, unreachableSince });
        await queueDelivery(ctx, [mailId], error.until);
        return;
      }
      if (tries >= mostTries) return giveUp(tries, lastError);
      await set({ tries, lastError, unreachableSince });
      return lastError;
    }
    const sentAt = new Date().toISOString();
    await set({ tries, status: "done", sentAt, lastError: null, unreachableSince: null, secrets: null });
    if (mail.deliveryId) await mailSettled(ctx, mail.deliveryId, { tries });
  });
  if (isGivenUp) countGivenUp("smtp");
  if (retry) throw new DeliveryFailed(retry);
}

async function lockPending(ctx: KnownCtx, mailId: string) {
  const [found] = await ctx.db
    .select({
      mail: mailLog,
      isExpired: sql<boolean>`coalesce(${mailLog.expiresAt} <= now(), false)`,
      isPatient: sql<boolean>`coalesce(${mailLog.unreachableSince} > now() - ${patience}::interval, true)`,
    })
    .from(mailLog)
    .where(and(eq(mailLog.id, mailId), eq(mailLog.status, "pending")))
    .for("update", { skipLocked: true });
  return found;
}

async function outgoing(mail: typeof mailLog.$inferSelect) {
  const { id, sender: from, recipient: to, subject, body, html, secrets, logo: key } = mail;
  const text = (sealed: string) => unseal(sealed, secrets);
  const unsubscribe = mail.deliveryId ? secrets?.unsubscribe : undefined;
  const logo = key ? await pictureAsPng(key) : null;
  return { id, from, to, subject: text(subject), text: text(body), html: html && text(html), logo, unsubscribe };
}

/**
 * Queues every pending mail again that is not about to be delivered: its job is lost, used up, or held by a worker that
 * died.
 * @returns how many
 */
export const sweepOutbox = (ctx: KnownCtx): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    // A row that cannot be locked is being delivered at this moment, one with a job that waits will be. The five
    // seconds cover the instants between taking a job and locking its row; a mistake there costs one extra try.
    const rows = await ctx.db.execute<{ id: string; worker: string | null }>(sql`
      select m.id, job.locked_by as worker from ${mailLog} m
      left join graphile_worker.jobs job on job.key = 'mail:' || m.id
      where m.status = 'pending' and m.created_at < now() - interval '5 seconds'
        and (job.id is null or job.locked_at < now() - interval '5 seconds' or job.attempts >= job.max_attempts)
      order by m.id limit 1000 for update of m skip locked`);
    if (rows.length === 0) return 0;
    await queueDelivery(
      ctx,
      rows.map((row) => row.id),
    );
    return rows.length;
  });
