"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { webhookDeliveries } from "../webhook-delivery.resource";
import { deliveryColumns } from "./webhook-delivery.columns";
import { sentOptions, webhookStatusOptions } from "./webhook-delivery.words";

export const WebhookDeliveryList = () => (
  <ResourceList
    of={webhookDeliveries}
    columns={[
      ...deliveryColumns.slice(0, 1),
      { key: "webhook.name", title: "Webhook", width: "200px" },
      ...deliveryColumns.slice(1),
    ]}
    filters={[
      "webhookId",
      { kind: "select", name: "event", options: sentOptions },
      { kind: "select", name: "status", options: webhookStatusOptions },
      { kind: "dates", name: "startDate", until: "endDate", title: "Created" },
    ]}
    empty="Each message to a webhook is listed here for 30 days, with what was answered."
  />
);
