import { Status, type Tone } from "@/components/ui/value";
import {
  type DeliveryStatus,
  deliveryStatusWords,
  requestStatusWords,
} from "@/server/notification/request/notification-request.rules";
import { t } from "@/texts/t";

type Word = keyof typeof requestStatusWords;
const tones: Record<Word, Tone> = {
  scheduled: "info",
  pending: "info",
  processing: "info",
  done: "ok",
  partial: "warn",
  failed: "bad",
  cancelled: "quiet",
};

/** How far a request came. */
export const RequestStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{requestStatusWords[status]}</Status>
);

const deliveryTones: Record<DeliveryStatus, Tone> = {
  pending: "info",
  sent: "ok",
  delivered: "ok",
  opened: "ok",
  failed: "bad",
  skipped: "quiet",
};

/** How far a delivery came. */
export const DeliveryState = ({ status }: { status: DeliveryStatus }) => (
  <Status tone={deliveryTones[status]}>{deliveryStatusWords[status]}</Status>
);

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
export const requestStatusOptions = optionsOf(requestStatusWords);
export const deliveryStatusOptions = optionsOf(deliveryStatusWords);

const reasons: Record<string, string> = {
  opted_out: "opted out",
  no_device: "no device in this app",
  unknown_person: "no active account",
  quiet_hours: "quiet hours",
  hourly_cap: "too many in an hour",
  expired: "expired",
  cancelled: "cancelled",
};

/** Why a message was skipped or waits, in words; what a provider said stays as it is. */
export function reasonWords(reason: string): string {
  const off = /^sender_off: (.*)$/.exec(reason);
  if (off) return t("the sender is off: {names}", { names: off[1] ?? "" });
  return t(reasons[reason] ?? reason);
}
