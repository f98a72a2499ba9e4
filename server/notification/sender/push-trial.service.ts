import type { Settings } from "@/env/env";
import { pushSendersOf } from "./push-senders.service";
import type { PushProvider, SendResult } from "./sender";

interface Trial {
  provider: PushProvider;
  /** why our credentials are not taken; undefined where they are */
  fault?: string;
}

/** A made-up device: a service that takes our credentials says that it does not know it. */
const nobody = {
  id: "00000000-0000-7000-8000-000000000000",
  token: "persdesk-doctor",
  title: "-",
  content: "-",
  link: null,
  keyPlatformTech: "-",
  isUrgent: false,
  expiresAt: null,
};

/** FCM says INVALID_ARGUMENT of an invalid token; other final refusals, such as a wrong topic, are our fault. */
const isTaken = (result: SendResult) =>
  result.kind === "accepted" ||
  result.kind === "gone" ||
  (result.kind === "refused" && /INVALID_ARGUMENT/.test(result.reason));

/**
 * Asks the push services that there are credentials for with a message for nobody. Those to browsers belong to no one service:
 * their pair of keys is checked with the settings.
 */
export async function askPushServices(settings: Settings): Promise<Trial[]> {
  const { "web-push": browsers, ...services } = pushSendersOf(settings);
  browsers?.close();
  const trials: Trial[] = browsers ? [{ provider: "web-push" }] : [];
  for (const provider of ["fcm", "apns"] as const) {
    const sender = services[provider];
    if (!sender) continue;
    const result = await sender.send(nobody);
    sender.close();
    trials.push(isTaken(result) ? { provider } : { provider, fault: "reason" in result ? result.reason : result.kind });
  }
  return trials;
}
