import { Breaker } from "@/server/kit/process/breaker";
import type { PushProvider, PushSenders } from "./sender";
import { SenderMeter } from "./sender-meter";

/** What a worker sends with. */
export interface Senders {
  push: PushSenders;
  /** whether a mail server is set */
  hasMail: boolean;
  breakers: Map<PushProvider, Breaker>;
  /** what the senders were answered, and how fast */
  meter: SenderMeter;
  /** pushes on their way at the same time */
  inFlight: number;
}

export const sendersOf = (push: PushSenders, hasMail: boolean, inFlight = 20): Senders => ({
  push,
  hasMail,
  inFlight,
  meter: new SenderMeter(),
  breakers: new Map((["fcm", "apns", "web-push"] as const).map((provider) => [provider, new Breaker()])),
});
