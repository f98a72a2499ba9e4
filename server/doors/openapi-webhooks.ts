import { z } from "zod";
import { Instant } from "@/server/kit/call/wire";
import { type WebhookEventCode, webhookEventCodes, webhookEvents } from "@/server/kit/record/webhook-event.rules";
import { webhookData } from "@/server/kit/record/webhook-event.schema";
import { hoursToWait, mostTries } from "@/server/operations/webhook/webhook.rules";
import type { PlainDocument } from "./openapi-plain";
import { Schemas } from "./openapi-schema";

/** What a receiver of webhooks has to know, in Markdown. */
const manner = `A POST of JSON, signed by [Standard Webhooks](https://www.standardwebhooks.com): sign
\`{webhook-id}.{webhook-timestamp}.{body}\` with HMAC-SHA256 and the secret (what follows \`whsec_\`, from base64), and compare its base64 with each of
\`webhook-signature\`, in constant time; refuse a timestamp that is more than five minutes off. A library of that scheme does all of it.
Answer any 2xx within seconds and work afterwards. Anything else is tried again, ${mostTries} times in about four hours; 410 turns the webhook off. An address
that does not answer in time three times in a row is asked less often, and what waited for ${hoursToWait} hours is given up. Messages come at least
once and not always in order: leave out a \`webhook-id\` that you have.`;

const tag = { name: "Webhooks", description: "What the product sends to addresses that staff gave it." };

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header" as const,
  required: true,
  description,
  schema: { type: "string" as const },
  example,
});
const headers = [
  header("webhook-id", "Names the message, the same however often it is sent.", "019b76da-a800-7e2d-8558-8c7e691c3648"),
  header("webhook-timestamp", "When it was sent, in seconds since 1970.", "1769853600"),
  header(
    "webhook-signature",
    "One or more signatures, separated by blanks.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const operationIdOf = (event: string) =>
  `on${event.replace(/(?:^|[.-])([a-z])/g, (_, letter) => letter.toUpperCase())}`;

const bodyOf = (event: WebhookEventCode) =>
  z
    .object({
      type: z.literal(event).meta({ description: "Which event it is." }),
      timestamp: Instant.meta({ description: "When it happened." }),
      data: webhookData[event].meta({ description: "Ids and codes: the API says more to who may see it." }),
    })
    .meta({ id: `${operationIdOf(event).slice(2)}Event`, description: `${webhookEvents[event].title}.` });
const bodies = new Map(webhookEventCodes.map((event) => [event, bodyOf(event)]));

function webhookOf(event: WebhookEventCode, body: z.ZodType, schemas: Schemas) {
  const { title, ofCompanies } = webhookEvents[event];
  const forWhom = ofCompanies ? "For webhooks of staff and of a company." : "For webhooks of staff.";
  return {
    operationId: operationIdOf(event),
    summary: title,
    description: `${title}. ${forWhom}\n\n${manner}`,
    tags: [tag.name],
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: schemas.of(body) } } },
    responses: {
      "2XX": { description: "Taken." },
      "410": { description: "Send nothing more: the webhook is turned off." },
    },
  };
}

/** The document with the messages that the product sends, as OpenAPI 3.1 has them. */
export function withWebhooks({ components, tags, ...document }: PlainDocument) {
  const schemas = new Schemas();
  const webhooks = [...bodies].map(([event, body]) => [event, { post: webhookOf(event, body, schemas) }] as const);
  const all = Object.entries({ ...components.schemas, ...schemas.components() });
  return {
    ...document,
    tags: [...tags, tag],
    webhooks: Object.fromEntries(webhooks),
    components: { ...components, schemas: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
}

export type ApiDocument = ReturnType<typeof withWebhooks>;
