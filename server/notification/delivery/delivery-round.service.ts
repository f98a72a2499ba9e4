import { inTransaction, type KnownCtx } from "@/server/kit/context";
import type { NotificationType } from "@/server/kit/notification-type.rules";
import { enqueueNotifications } from "@/server/operations/mail/mail.service";
import { tellInboxes } from "../inbox/inbox-live.service";
import { Breaker } from "../sender/breaker";
import type { PushProvider, PushSenders } from "../sender/sender";
import { asPlain } from "../text/template-text.rules";
import { unsubscribeLink } from "../unsubscribe/unsubscribe-token.service";
import { batchOf, prepared } from "./delivery-batch.service";
import { claimDue, type Delivery, endRequests, lineOf, type Outcome, settle } from "./delivery-claim.service";
import { devicesOf, type Push, sendPush } from "./push-delivery.service";
import { Settler } from "./settler.service";

/** What a worker sends with. */
export interface Senders {
  push: PushSenders;
  /** whether a mail server is set */
  hasMail: boolean;
  breakers: Map<PushProvider, Breaker>;
  /** pushes on their way at the same time */
  inFlight: number;
}

export const sendersOf = (push: PushSenders, hasMail: boolean, inFlight = 20): Senders => ({
  push,
  hasMail,
  inFlight,
  breakers: new Map((["fcm", "apns", "web-push"] as const).map((provider) => [provider, new Breaker()])),
});

/** While a mail lies in the outbox its delivery is not looked at: what becomes of the mail moves it. */
const inOutbox = "9999-12-31T00:00:00.000Z";
const isOutcome = (made: ReturnType<typeof prepared>): made is Outcome => "status" in made;

/** Deliveries in words, and the outcomes of those that are not sent. */
async function sorted(ctx: KnownCtx, rows: Delivery[]) {
  const batch = await batchOf(ctx, rows);
  const over: Outcome[] = [];
  const ready = rows.flatMap((delivery) => {
    const made = prepared(batch, delivery);
    if (!isOutcome(made)) return [{ delivery, ...made }];
    over.push(made);
    return [];
  });
  return { over, ready };
}

/** In-app messages are there once they are stored. */
async function inApp(ctx: KnownCtx, rows: Delivery[]) {
  const { over, ready } = await sorted(ctx, rows);
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
    await settle(ctx, [...over, ...there]);
    await tellInboxes(
      ctx,
      ready.map(({ delivery }) => delivery),
    );
  });
}

/** Mails go into the outbox, which sends them and says how it went. */
async function mails(ctx: KnownCtx, rows: Delivery[], { hasMail }: Senders) {
  const { over, ready } = await sorted(ctx, rows);
  const reason = "sender_off: smtp";
  const off = ready.map(
    ({ delivery: { id } }): Outcome => ({ id, status: "skipped", reason, line: lineOf("skipped", reason) }),
  );
  if (!hasMail) return settle(ctx, [...over, ...off]);
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
    await settle(ctx, [...over, ...queued]);
  });
}

/** Pushes, some at the same time; each is written down before its place is free. */
async function pushes(ctx: KnownCtx, rows: Delivery[], senders: Senders) {
  const { over, ready } = await sorted(ctx, rows);
  await settle(ctx, over);
  const devices = await devicesOf(
    ctx,
    ready.map(({ delivery }) => delivery.email),
  );
  const settler = new Settler(() => ctx);
  const queue = ready.map(({ delivery, words, request }): Push => {
    const own = devices.get(`${delivery.email} ${delivery.keyPlatformTech}`) ?? [];
    return { delivery, words, expiresAt: request.expiresAt, devices: own };
  });
  const next = async () => {
    for (let push = queue.shift(); push; push = queue.shift())
      await settler.add(await sendPush(ctx, push, senders.push, senders.breakers));
  };
  await Promise.all(Array.from({ length: senders.inFlight }, next));
}

const batchSize: Record<NotificationType, (senders: Senders) => number> = {
  1: () => 500,
  2: ({ inFlight }) => inFlight * 2,
  3: () => 200,
};

/**
 * Takes up some of what is due of one way and sends it. What an error interrupts is let go of by its lease.
 * @returns how many were taken up
 */
export async function deliverDue(ctx: KnownCtx, type: NotificationType, senders: Senders): Promise<number> {
  const rows = await claimDue(ctx, type, batchSize[type](senders));
  if (rows.length === 0) return 0;
  if (type === 1) await inApp(ctx, rows);
  else if (type === 2) await pushes(ctx, rows, senders);
  else await mails(ctx, rows, senders);
  await endRequests(ctx, [...new Set(rows.map(({ requestId }) => requestId))]);
  return rows.length;
}
