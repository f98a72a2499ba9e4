import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";
import type { WebhookEventCode } from "@/server/kit/record/webhook-event.rules";
import { NotificationTypeNumber } from "@/server/kit/value/notification-type.schema";

const opened = { persAlertId: Id, persId: Id, alertId: Id, startedAt: Instant };
const closeReasons = ["resolved", "false_alarm", "defect", "duplicate", "other"] as const;
const work = {
  persAlertId: Id,
  persId: Id,
  alertId: Id,
  companyId: Id.nullable().meta({ description: "The company whose own work it is; null for that of staff." }),
};
const partner = z.object({
  companyLinkId: Id,
  kind: z.enum(["dealer", "subcontractor"]),
  companyId: Id.meta({ description: "The company that invited." }),
  linkedCompanyId: Id.meta({ description: "The company that was invited." }),
});

const rollout = {
  firmwareRolloutId: Id,
  firmwareVersionId: Id,
  devices: z.int().meta({ description: "How many devices it is for." }),
  installed: z.int().meta({ description: "How many run the version now." }),
  failed: z.int().meta({ description: "How many came back without it." }),
};

/** The `data` of each event: ids and codes, so that who wants more asks the API with rights of their own. */
export const webhookData = {
  "pers-alert.opened": z.object({
    ...opened,
    occurrence: z.int().meta({ description: "1 for a new alert; more for one that came back soon after its end." }),
  }),
  "pers-alert.closed": z.object({ ...opened, endedAt: Instant.nullable() }),
  "pers-alert.acknowledged": z.object({
    ...work,
    acknowledgedAt: Instant.meta({ description: "When somebody took note of it first." }),
  }),
  "pers-alert.assigned": z.object({
    ...work,
    assigneeId: Id.nullable().meta({ description: "Who has it from now on; null for nobody." }),
  }),
  "pers-alert.closed-by-hand": z.object({
    ...work,
    closeReason: z.enum(closeReasons).meta({ description: "Why the work ended." }),
    closedAt: Instant.meta({ description: "When the work ended." }),
  }),
  "firmware-rollout.started": z.object(rollout),
  "firmware-rollout.paused": z.object({
    ...rollout,
    code: z.string().meta({ description: "Which gate paused it, or person." }),
    wave: z.int().nullable().meta({ description: "The wave that it is about, from 0." }),
  }),
  "firmware-rollout.done": z.object(rollout),
  "company-partner.accepted": partner,
  "company-partner.ended": partner,
  "import.done": z.object({
    importId: Id,
    importer: z.string().meta({ description: "What was imported, such as pers." }),
    companyId: Id.nullable(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    errors: z.int().meta({ description: "How many rows could not be taken." }),
  }),
  "notification-delivery.failed": z.object({ deliveryId: Id, requestId: Id, type: NotificationTypeNumber }),
  "mail.failed": z.object({ mailId: Id, templateCode: z.string() }),
} as const satisfies Record<WebhookEventCode, z.ZodObject>;
