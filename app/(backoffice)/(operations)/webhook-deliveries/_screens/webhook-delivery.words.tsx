import { Status, type Tone } from "@/components/ui/value";
import { webhookEventCodes, webhookEventWords } from "@/server/kit/record/webhook-event.rules";
import { type WebhookStatus, webhookStatusWords } from "@/server/operations/webhook/webhook.rules";
import { t, tt } from "@/texts/t";

const tones: Record<WebhookStatus, Tone> = { pending: "info", done: "ok", fail: "bad" };

export const DeliveryStatus = ({ status }: { status: WebhookStatus }) => (
  <Status tone={tones[status]}>{t(webhookStatusWords[status])}</Status>
);

/** What people call an event; its code where there is none of that name any more. */
export const eventWords = (code: string) => tt(webhookEventWords[code]) ?? code;

const optionsOf = (words: Record<string, string>, codes: readonly string[] = Object.keys(words)) =>
  codes.map((value) => ({ value, label: words[value] ?? value }));
export const webhookStatusOptions = optionsOf(webhookStatusWords);
/** Those that a webhook can get. */
export const eventOptions = optionsOf(webhookEventWords, webhookEventCodes);
/** Those that a message can be about. */
export const sentOptions = optionsOf(webhookEventWords);
