import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, bySeen } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  CreateWebhook,
  ListWebhookDeliveries,
  ListWebhooks,
  NewWebhook,
  RotateWebhookSecret,
  TakeOverWebhook,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
} from "./webhook.schema";
import { webhookService } from "./webhook.service";
import { webhookDeliveryService } from "./webhook-delivery.service";

const may = { read: "webhook.read", write: "webhook.write" } as const;

const withoutSecret = { withoutSecret: webhookService.get };

/** For screens only: the documents have no operation on webhooks. */
export const webhookRouter = router({
  ...listProcedures({ may, input: ListWebhooks, item: Webhook, service: webhookService }),
  get: permitted(may.read)
    .input(ById)
    .output(Webhook)
    .query(({ ctx, input }) => webhookService.get(ctx, input.id)),
  create: permitted(may.write, undefined, withoutSecret)
    .input(CreateWebhook)
    .output(NewWebhook)
    .mutation(({ ctx, input }) => webhookService.create(ctx, input)),
  update: permitted(may.write)
    .input(bySeen(UpdateWebhook.shape))
    .output(Webhook)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => webhookService.update(ctx, id, values, ifMatch)),
  takeOver: permitted(may.write)
    .input(TakeOverWebhook)
    .output(Webhook)
    .mutation(({ ctx, input }) => webhookService.takeOver(ctx, input.id, input.ifMatch)),
  rotateSecret: permitted(may.write, undefined, withoutSecret)
    .input(RotateWebhookSecret)
    .output(NewWebhook)
    .mutation(({ ctx, input }) => webhookService.rotateSecret(ctx, input.id, input.overlap, input.ifMatch)),
  test: permitted(may.write)
    .input(ById)
    .output(WebhookDelivery)
    .mutation(({ ctx, input }) => webhookService.test(ctx, input.id)),
});

export const webhookDeliveryRouter = router({
  ...listProcedures({ may, input: ListWebhookDeliveries, item: WebhookDelivery, service: webhookDeliveryService }),
  get: permitted(may.read)
    .input(ById)
    .output(WebhookDelivery)
    .query(({ ctx, input }) => webhookDeliveryService.get(ctx, input.id)),
  sendAgain: permitted(may.write)
    .input(byId({}))
    .output(WebhookDelivery)
    .mutation(({ ctx, input }) => webhookDeliveryService.sendAgain(ctx, input.id, input.ifMatch)),
});
