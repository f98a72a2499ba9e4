import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { companies } from "./companies";
import { backoffice } from "./pg-schema";

/** The ids and codes of a message to a webhook. */
export type WebhookData = Record<string, string | number | null>;

/** An address that gets events. Never deleted but turned off, so that the log of its deliveries stays. */
export const webhooks = backoffice.table(
  "webhooks",
  {
    id: id(),
    name: text().notNull(),
    url: text().notNull(),
    /** codes of `webhookEvents` */
    events: text().array().notNull(),
    /** whose events it gets; all there are where null */
    companyId: uuid().references(() => companies.id),
    enabled: boolean().notNull().default(true),
    /** its owner: it gets what they may see, and nothing while they may not */
    ownerId: uuid(),
    /** what messages are signed with, sealed with a data key */
    secretSealed: text().notNull(),
    /** the one before, which signs too until `formerUntil` */
    formerSecretSealed: text(),
    formerUntil: instant(),
    /** time-outs in a row */
    timeouts: integer().notNull().default(0),
    /** nothing is sent until then, because its address did not answer in time several times in a row */
    pausedUntil: instant(),
    ...stamps(),
  },
  (t) => [index("webhooks_company").on(t.companyId), index("webhooks_created_at").on(t.createdAt, t.id)],
);

/** A message to a webhook, and what became of it. The answer's body is not kept. */
export const webhookDeliveries = backoffice.table(
  "webhook_deliveries",
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id),
    eventId: uuid().notNull(),
    event: text().notNull(),
    data: jsonb().$type<WebhookData>().notNull(),
    occurredAt: createdAt(),
    status: text({ enum: ["pending", "done", "fail"] })
      .notNull()
      .default("pending"),
    tries: integer().notNull().default(0),
    /** the HTTP status of the last answer; null where none came */
    responseStatus: integer(),
    lastError: text(),
    sentAt: instant(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_once").on(t.webhookId, t.eventId),
    index("webhook_deliveries_webhook").on(t.webhookId, t.createdAt, t.id),
    index("webhook_deliveries_created_at").on(t.createdAt, t.id),
    index("webhook_deliveries_status").on(t.status, t.createdAt, t.id),
  ],
);
