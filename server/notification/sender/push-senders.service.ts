import type { Settings } from "@/env/env";
import { apnsSender } from "./apns-sender";
import { fcmSender } from "./fcm-sender";
import type { PushProvider, PushSenders } from "./sender";
import { webPushSender } from "./web-push-sender";

/** The senders that the settings have credentials for; the others are off. */
export function pushSendersOf(env: Settings): PushSenders {
  const senders: PushSenders = {};
  if (env.FCM_SERVICE_ACCOUNT) senders.fcm = fcmSender({ account: env.FCM_SERVICE_ACCOUNT, url: env.FCM_URL });
  const { APNS_KEY: key, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = env;
  if (key && keyId && teamId && topic) senders.apns = apnsSender({ key, keyId, teamId, topic, url: env.APNS_URL });
  const { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey } = env;
  if (publicKey && privateKey)
    senders["web-push"] = webPushSender({ publicKey, privateKey, subject: env.WEB_PUSH_SUBJECT ?? env.APP_URL });
  return senders;
}

let on: Set<PushProvider | "smtp"> | undefined;

/** The ways that the settings have credentials for, those of mails included. */
export function sendersOn(env: Settings): Set<PushProvider | "smtp"> {
  if (on) return on;
  const push = pushSendersOf(env);
  const hasMail = Boolean(env.SMTP_URL) || env.PERSDESK_DEMO;
  on = new Set([...(Object.keys(push) as PushProvider[]), ...(hasMail ? (["smtp"] as const) : [])]); // its own keys
  for (const sender of Object.values(push)) sender.close();
  return on;
}
