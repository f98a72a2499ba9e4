import { Status, type Tone } from "@/components/ui/value";
import {
  type DeliveryStatus,
  deliveryStatusWords,
  requestStatusWords,
} from "@/server/notification/request/notification-request.rules";

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
