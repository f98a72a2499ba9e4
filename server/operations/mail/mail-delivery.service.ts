import { and, eq, sql } from "drizzle-orm";
import { mailLog } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { tellWebhooks } from "@/server/kit/webhook-events";
import { mailSettled } from "@/server/notification/delivery/mail-notification.service";
import { pictureAsPng } from "@/server/storage/picture.service";
import { mailStates } from "./mail.rules";
import { mostTries, queueDelivery } from "./mail.service";
import type { SendMail } from "./mail-sender.service";
import { unseal } from "./mail-template.rules";

const sendingOff = "Sending is off: no mail server is set (SMTP_URL).";

/** A try that failed; the queue tries again after a growing pause. */
export class DeliveryFailed extends Error {}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Tries to deliver one mail, while its row is locked: a second worker skips it, and the lock of a worker that died is
 * released. Without a sender the mail stays pending, with the reason.
 * @throws DeliveryFailed when it is to be tried again
 */
export async function deliverMail(ctx: KnownCtx, mailId: string, send: SendMail | null): Promise<void> {
  const retry = await inTransaction(ctx, async (ctx) => {
    const [mail] = await ctx.db
      .select()
      .from(mailLog)
      .where(and(eq(mailLog.id, mailId), eq(mailLog.status, "pending")))
      .for("update", { skipLocked: true });
    if (!mail) return;
    const set = (values: Partial<typeof mailLog.$inferInsert>) => {
      mailStates.assert("status", mail.status, values.status ?? mail.status);
      return ctx.db
        .update(mailLog)
        .set({ ...values, version: mail.version + 1 })
        .where(eq(mailLog.id, mailId));
    };
    if (!send) {
      if (mail.lastError !== sendingOff) await set({ lastError: sendingOff });
      return;
    }
    const tries = mail.tries + 1;
    const { id, sender: from, recipient: to, subject, body, html, secrets, logo: key } = mail;
    const text = (sealed: string) => unseal(sealed, secrets);
    try {
      const unsubscribe = mail.deliveryId ? secrets?.unsubscribe : undefined;
      const logo = key ? await pictureAsPng(key) : null;
      const rendered = { subject: text(subject), text: text(body), html: html && text(html) };
      await send({ id, from, to, ...rendered, logo, unsubscribe });
    } catch (error) {
      const lastError = reasonOf(error);
      if (tries >= mostTries) {
        await set({ tries, lastError, status: "fail" });
        await tellWebhooks(ctx, [{ event: "mail.failed", data: { mailId, templateCode: mail.templateCode } }]);
        if (mail.deliveryId) await mailSettled(ctx, mail.deliveryId, { tries, error: lastError });
      } else await set({ tries, lastError });
      return tries < mostTries ? lastError : undefined;
    }
    await set({ tries, status: "done", sentAt: new Date().toISOString(), lastError: null, secrets: null });
    if (mail.deliveryId) await mailSettled(ctx, mail.deliveryId, { tries });
  });
  if (retry) throw new DeliveryFailed(retry);
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
