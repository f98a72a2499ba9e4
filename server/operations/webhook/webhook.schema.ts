import { z } from "zod";
import { byId, Id, Instant, Moment, Search, SecretShown, Stamps, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { webhookEventCodes, webhookEventWords } from "@/server/kit/record/webhook-event.rules";
import { Overlap } from "@/server/kit/value/overlap.rules";
import { choice, either, said } from "@/server/kit/value/words.rules";
import { webhookStatusWords } from "./webhook.rules";
import { webhookPauseWords } from "./webhook-pause.rules";

/** Its code; one that there is no more keeps it. */
const Event = z.string().register(said, { words: webhookEventWords });
const Status = choice(webhookStatusWords);
const Subscribed = z.array(z.enum(webhookEventCodes)).min(1, "Choose at least one.").max(webhookEventCodes.length);

/** Which addresses may be asked is a rule of the server (422). */
const Address = Text(2000).refine(
  (text) => /^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text),
  "Give an address such as https://example.com/hooks/persdesk.",
);

const fields = {
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(Event),
  companyId: Id.nullable(),
  company: z.object({ id: Id, name: z.string() }).nullable(),
  enabled: either("On", "Off"),
  owner: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .meta({ description: "Who answers for it: it is told of what they may see." }),
  pausedBecause: choice(webhookPauseWords).nullable().meta({ description: "Why it is told of nothing for now." }),
  formerUntil: Instant.nullable().meta({ description: "The secret before the present one signs too until then." }),
  timeouts: z.int().meta({ description: "How often in a row the address did not answer in time." }),
  pausedUntil: Instant.nullable().meta({
    description: "Nothing is sent until then, because the address does not answer.",
  }),
  lastStatus: Status.nullable().meta({ description: "Of the newest delivery." }),
  lastAt: Instant.nullable(),
  ...Stamps,
};

export const Webhook = z.object(fields);
/** With its secret, which is shown once. */
export const NewWebhook = z.object({ ...fields, secret: z.string().optional(), secretShown: SecretShown });

export const CreateWebhook = z.object({
  name: Text(80),
  url: Address,
  events: Subscribed,
  companyId: Id.nullish(),
});
export const UpdateWebhook = z.object({
  name: Text(80).optional(),
  url: Address.optional(),
  events: Subscribed.optional(),
  enabled: z.boolean().optional(),
});

export const TakeOverWebhook = byId({});
export const RotateWebhookSecret = byId({ overlap: Overlap });

export const ListWebhooks = listInput({
  sort: ["name", "url", "createdAt", "updatedAt"],
  filters: { name: Search, url: Search, companyId: Id, enabled: z.boolean(), event: z.enum(webhookEventCodes) },
});

export const WebhookDelivery = z.object({
  id: Id,
  webhookId: Id,
  webhook: z.object({ id: Id, name: z.string() }),
  eventId: Id,
  event: Event,
  data: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  occurredAt: Instant,
  status: Status,
  tries: z.int(),
  responseStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  sentAt: Instant.nullable(),
  ...Stamps,
});

export const ListWebhookDeliveries = listInput({
  sort: ["createdAt", "sentAt", "status", "event", "tries"],
  filters: {
    webhookId: Id,
    event: Search,
    status: Status,
    startDate: Moment,
    endDate: Moment,
  },
});
