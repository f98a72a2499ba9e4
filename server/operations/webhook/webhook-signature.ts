import { createHmac, randomBytes } from "node:crypto";

// The scheme of https://www.standardwebhooks.com, version 1.

const prefix = "whsec_";

/** A new secret of 256 bits. */
export const newWebhookSecret = () => `${prefix}${randomBytes(32).toString("base64")}`;

const signature = (secret: string, text: string) =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(text)
    .digest("base64")}`;

/**
 * The headers by which a receiver knows that a message is ours, new and whole.
 * @param secrets the one there is, and the one before it while that still counts
 * @param id stays the same however often the message is sent
 */
export function webhookHeaders(secrets: string[], id: string, body: string, now = Date.now()) {
  const seconds = Math.floor(now / 1000);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((secret) => signature(secret, `${id}.${seconds}.${body}`)).join(" "),
  };
}
