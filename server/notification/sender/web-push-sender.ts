import webPush from "web-push";
import { z } from "zod";
import { askOutside, OutboundFault } from "@/server/kit/process/outbound";
import { type PushSender, retryAfterMs, type SendResult } from "./sender";

interface Options {
  /** VAPID keys, as `web-push generate-vapid-keys` makes them */
  publicKey: string;
  privateKey: string;
  /** mailto: or https: of who sends */
  subject: string;
}

/** A browser's subscription, as `PushSubscription.toJSON` writes it; it is the device's token. */
const Subscription = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

const longestTtl = 28 * 86_400;

function subscriptionOf(token: string) {
  try {
    return Subscription.safeParse(JSON.parse(token)).data;
  } catch {
    return undefined;
  }
}

/**
 * Browsers' pushes over Web Push (VAPID, aes128gcm). The address comes from a browser, so from a stranger: it is asked
 * by the one outbound client.
 */
export function webPushSender({ publicKey, privateKey, subject }: Options): PushSender {
  return {
    async send({ id, token, title, content, link, isUrgent, expiresAt }): Promise<SendResult> {
      const subscription = subscriptionOf(token);
      if (!subscription) return { kind: "gone", reason: "no subscription" };
      const TTL = expiresAt
        ? Math.min(longestTtl, Math.max(0, Math.round((Date.parse(expiresAt) - Date.now()) / 1000)))
        : longestTtl;
      try {
        const request = webPush.generateRequestDetails(subscription, JSON.stringify({ id, title, content, link }), {
          vapidDetails: { publicKey, privateKey, subject },
          TTL,
          urgency: isUrgent ? "high" : "normal",
          topic: id.replaceAll("-", ""), // at most 32 characters: a browser shows the newest of a topic
          contentEncoding: "aes128gcm",
        });
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const body = request.body ?? undefined;
        const answer = await askOutside({ url: request.endpoint, method: "POST", headers, body });
        return resultOf(answer.status, retryAfterMs(answer.headers["retry-after"]));
      } catch (error) {
        return faultOf(error);
      }
    },
    close: () => undefined,
  };
}

function resultOf(status: number, afterMs: number | undefined): SendResult {
  if (status >= 200 && status < 300) return { kind: "accepted" };
  const reason = String(status);
  if (status === 404 || status === 410) return { kind: "gone", reason };
  if (status === 429 || status >= 500) return { kind: "later", reason, afterMs };
  return { kind: "refused", reason };
}

// Browsers have push services of many kinds: one that does not answer says nothing of the others, so it is tried later.
function faultOf(error: unknown): SendResult {
  if (!(error instanceof OutboundFault)) return { kind: "refused", reason: "the subscription cannot be encrypted for" };
  if (error.reason === "address" || error.reason === "redirect") return { kind: "gone", reason: error.message };
  return { kind: "later", reason: error.message };
}
