import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import type { NotificationType } from "@/server/kit/value/notification-type.rules";
import { enqueueNotifications } from "@/server/platform/mail/mail.service";
import { tellInboxes } from "../inbox/inbox-live.service";
import { recipientPort } from "../recipient/recipient-port.service";
import type { Senders } from "../sender/senders";
import { asPlain } from "../text/template-text.rules";
import { unsubscribeLink } from "../unsubscribe/unsubscribe-token.service";
import { sortedOut } from "./delivery-batch.service";
import { claimDue, type Delivery, endRequests, lineOf, type Outcome, settleAll } from "./delivery-claim.service";
import { interrupt, releaseInterrupted } from "./delivery-interrupted.service";
import { PushLane } from "./push-lane.service";

/** While a mail lies in the outbox its delivery is not looked at: what becomes of the mail moves it. */
const inOutbox = "9999-12-31T00:00:00.000Z";
/** In-app messages are there once they are stored. */
async function inApp(ctx: KnownCtx, rows: Delivery[], { meter }: Senders) {
  const begun = performance.now();
  const { unsent, ready } = await sortedOut(ctx, rows);
  const there = ready.map(
    ({ delivery, words }): Outcome => ({
      ...words,
      id: delivery.id,
      status: "delivered",
      tries: delivery.tries + 1,
      line: lineOf("delivered", "in the inbox"),
    }),
  );
  await inTransaction(ctx, async (ctx) => {
    await settleAll(ctx, [...unsent, ...there]);
    await tellInboxes(
      ctx,
      ready.map(({ delivery }) => delivery),
    );
  });
  if (ready.length) meter.add("in-app", "accepted", (performance.now() - begun) / ready.length, ready.length);
}

/** Mails go into the outbox, which sends them and says how it went. */
async function mails(ctx: KnownCtx, rows: Delivery[], { hasMail }: Senders) {
  const { unsent, ready } = await sortedOut(ctx, rows);
  const reason = "sender_off: smtp";
  const off = ready.map(
    ({ delivery: { id } }): Outcome => ({ id, status: "skipped", reason, line: lineOf("skipped", reason) }),
  );
  if (!hasMail) return settleAll(ctx, [...unsent, ...off]);
  const codes = new Map((await recipientPort.languages(ctx)).map(({ id, code }) => [id as string | null, code]));
  await inTransaction(ctx, async (ctx) => {
    await enqueueNotifications(
      ctx,
      ready.map(({ delivery, words, request }) => ({
        deliveryId: delivery.id,
        templateCode: request.keyNotificationTemplate ?? "NOTIFICATION",
        recipient: delivery.email,
        subject: words.title,
        text: asPlain(words.content, {}),
        html: words.content,
        link: words.link,
        language: codes.get(words.contentLanguageId) ?? "en",
        unsubscribe: delivery.isUrgent ? null : unsubscribeLink(delivery.email, delivery.keyPlatformTech),
      })),
    );
    const queued = ready.map(
      ({ delivery, words }): Outcome => ({
        ...words,
        id: delivery.id,
        status: "pending",
        dueAt: inOutbox,
        line: lineOf("queued", "in the outbox"),
      }),
    );
    await settleAll(ctx, [...unsent, ...queued]);
  });
}

const batchSize = { 1: 500, 3: 200 } as const;

/**
 * One round of a lane: claims a batch of what is due of one type, sends it and stores the outcomes. A round of pushes goes
 * on until none is due. A batch that a lost database interrupts is released at the next round; pushes that may have been
 * sent wait until their claims end.
 * @param isStopping once it says so, nothing more is claimed
 * @returns how many were claimed
 */
export async function deliverDue(
  ctx: KnownCtx,
  type: NotificationType,
  senders: Senders,
  isStopping = () => false,
): Promise<number> {
  await releaseInterrupted(ctx);
  if (type === 2) return new PushLane(ctx, senders, isStopping).run();
  const rows = await claimDue(ctx, type, batchSize[type]);
  if (rows.length === 0) return 0;
  try {
    if (type === 1) await inApp(ctx, rows, senders);
    else await mails(ctx, rows, senders);
  } catch (error) {
    interrupt(rows, error);
    throw error;
  }
  await endRequests(ctx, [...new Set(rows.map(({ requestId }) => requestId))]);
  return rows.length;
}
