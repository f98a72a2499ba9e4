import { IconWebhook } from "@tabler/icons-react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { resource } from "@/components/kit/resource";
import { webhookStatusWords } from "@/server/operations/webhook/webhook.rules";

export const webhooks = resource("webhooks", {
  one: "webhook",
  many: "webhooks",
  at: "/webhooks",
  icon: IconWebhook,
  may: { read: "webhook.read", write: "webhook.write" },
  audited: "webhook",
  title: (record) => record.name,
  search: "name",
  words: {
    name: "Name",
    url: "Address",
    events: "Events",
    companyId: ["Company", companies],
    enabled: "Turned on",
  },
  shown: {
    event: "Event",
    lastStatus: { title: "Last delivery", values: webhookStatusWords },
    lastAt: "Last delivery at",
    createdAt: "Created",
  },
  recorded: { secret: "Secret", test: "Test", ownerId: "Owner" },
  verbs: {
    "rotate-secret": "made a new secret for this",
    "turn-off": "turned this off because its address is gone",
    "take-over": "changed this",
    test: "sent a test message to this",
  },
  create: false,
});
