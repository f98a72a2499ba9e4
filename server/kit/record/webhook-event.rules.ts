import type { Permission } from "@/server/permissions";

/**
 * What webhooks can get: what people call it, the right that one needs to ask for it, and whether a company can get
 * those of its own. A message holds ids and codes only.
 */
export const webhookEvents = {
  "pers-alert.opened": { title: "Device alert opened", needs: "pers.read", ofCompanies: true },
  "pers-alert.closed": { title: "Device alert closed", needs: "pers.read", ofCompanies: true },
  "pers-alert.acknowledged": { title: "Alert acknowledged", needs: "pers-alert.read", ofCompanies: true },
  "pers-alert.assigned": { title: "Alert assigned", needs: "pers-alert.read", ofCompanies: true },
  "pers-alert.closed-by-hand": { title: "Alert closed by hand", needs: "pers-alert.read", ofCompanies: true },
  "firmware-rollout.started": { title: "Firmware rollout started", needs: "firmware-rollout.read", ofCompanies: false },
  "firmware-rollout.paused": { title: "Firmware rollout paused", needs: "firmware-rollout.read", ofCompanies: false },
  "firmware-rollout.done": { title: "Firmware rollout done", needs: "firmware-rollout.read", ofCompanies: false },
  "company-partner.accepted": { title: "Partner accepted", needs: "company.read", ofCompanies: true },
  "company-partner.ended": { title: "Partnership ended", needs: "company.read", ofCompanies: true },
  "import.done": { title: "Import done", needs: "audit.read", ofCompanies: true },
  "notification-delivery.failed": {
    title: "Notification delivery failed",
    needs: "notification-request.read",
    ofCompanies: false,
  },
  "mail.failed": { title: "E-mail failed", needs: "mail-log.read", ofCompanies: false },
} as const satisfies Record<string, { title: string; needs: Permission; ofCompanies: boolean }>;

export type WebhookEventCode = keyof typeof webhookEvents;
export const webhookEventCodes = Object.keys(webhookEvents) as WebhookEventCode[];

/** What is sent when somebody tries a webhook; nobody asks for it by subscribing. */
export const testEvent = "webhook.test";

/** What people call each event, that of a test included. */
export const webhookEventWords: Record<string, string> = {
  "pers-alert.opened": webhookEvents["pers-alert.opened"].title,
  "pers-alert.closed": webhookEvents["pers-alert.closed"].title,
  "pers-alert.acknowledged": webhookEvents["pers-alert.acknowledged"].title,
  "pers-alert.assigned": webhookEvents["pers-alert.assigned"].title,
  "pers-alert.closed-by-hand": webhookEvents["pers-alert.closed-by-hand"].title,
  "firmware-rollout.started": webhookEvents["firmware-rollout.started"].title,
  "firmware-rollout.paused": webhookEvents["firmware-rollout.paused"].title,
  "firmware-rollout.done": webhookEvents["firmware-rollout.done"].title,
  "company-partner.accepted": webhookEvents["company-partner.accepted"].title,
  "company-partner.ended": webhookEvents["company-partner.ended"].title,
  "import.done": webhookEvents["import.done"].title,
  "notification-delivery.failed": webhookEvents["notification-delivery.failed"].title,
  "mail.failed": webhookEvents["mail.failed"].title,
  [testEvent]: "Test",
};
