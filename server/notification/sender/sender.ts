/** What a provider made of one message. */
export type SendResult =
  | { kind: "accepted" }
  /** the token is not one any more: it is removed */
  | { kind: "gone"; reason: string }
  /** never, however often it is tried */
  | { kind: "refused"; reason: string }
  /** not now; `afterMs` where the provider says when */
  | { kind: "later"; reason: string; afterMs?: number }
  /** the provider as a whole does not answer, or takes nothing from us; it costs the message no try */
  | { kind: "down"; reason: string; afterMs?: number };

/** One push on its way. `id` is the same at every try, so that a phone shows it once. */
export interface PushMessage {
  id: string;
  token: string;
  title: string;
  content: string;
  link: string | null;
  keyPlatformTech: string;
  isUrgent: boolean;
  /** the provider drops it after that moment */
  expiresAt: string | null;
}

/** A way to phones and browsers. */
export interface PushSender {
  send: (message: PushMessage) => Promise<SendResult>;
  close: () => void;
}

export type PushProvider = "fcm" | "apns" | "web-push";
/** Those that are on; one that has no credentials is missing. */
export type PushSenders = Partial<Record<PushProvider, PushSender>>;

/** Milliseconds that a Retry-After asks for: seconds, or a date. */
export function retryAfterMs(header: string | string[] | null | undefined, now = Date.now()): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** What to say of an error on the way to a provider: nobody answers there, so that all its messages wait. */
const downBy = (error: unknown): SendResult => ({
  kind: "down",
  reason: error instanceof Error ? error.message.slice(0, 300) : String(error),
});

/**
 * Sends by a provider that takes messages with a token of ours.
 * @param forget drops that token, where the provider takes nothing with it
 */
export const withToken =
  (post: PushSender["send"], forget: () => void): PushSender["send"] =>
  async (message) => {
    try {
      const result = await post(message);
      if (result.kind === "down") forget();
      return result;
    } catch (error) {
      return downBy(error);
    }
  };
