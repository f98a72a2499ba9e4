import { IconSend2 } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { webhookEventWords } from "@/server/kit/record/webhook-event.rules";
import { webhookStatusWords } from "@/server/operations/webhook/webhook.rules";
import { webhooks } from "../webhooks/webhook.resource";

export const webhookDeliveries = resource("webhookDeliveries", {
  one: "webhook delivery",
  many: "webhook deliveries",
  at: "/webhook-deliveries",
  icon: IconSend2,
  may: { read: "webhook.read", write: "webhook.write" },
  audited: "webhook-delivery",
  title: (record) => record.event,
  search: "event",
  words: {},
  shown: {
    webhookId: ["Webhook", webhooks],
    event: { title: "Event", values: webhookEventWords },
    status: { title: "Status", values: webhookStatusWords },
    tries: "Attempts",
    responseStatus: "Answer",
    lastError: "Last error",
    sentAt: "Sent",
    occurredAt: "Happened",
    createdAt: "Created",
    id: "Id",
  },
  verbs: { "send-again": "sent this again" },
  create: false,
});
