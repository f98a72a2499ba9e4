import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { deliveryService } from "./notification-delivery.service";
import {
  Delivery,
  DeliveryStory,
  GetNotificationRequest,
  ListDeliveries,
  ListNotificationRequests,
  MoveRequest,
  NotificationRequest,
  NotificationRequestDetail,
  PersonDeliveries,
  PersonStory,
  ResendDeliveries,
  ResentDeliveries,
  SendNotificationRequest,
  SentNotificationRequest,
} from "./notification-request.schema";
import { notificationRequestService as service } from "./notification-request.service";
import { sendNotification } from "./notification-send.service";

const at = "/notification-request";
const rest = { section: "N Notification request", auth: "either" } as const;
const may = { read: "notification-request.read", write: "notification-request.write" } as const;

export const notificationRequestRouter = router({
  ...listProcedures({
    may,
    rest: get(at, rest),
    input: ListNotificationRequests,
    item: NotificationRequest,
    dto: "ResponseListNotificationRequestStatusDTO",
    service,
  }),
  send: permitted(
    may.write,
    post(at, { ...rest, status: 201, dto: "SendNotificationRequestDTO", maxBytes: 8 * 1024 * 1024 }),
  )
    .input(SendNotificationRequest)
    .output(SentNotificationRequest)
    .mutation(({ ctx, input }) => sendNotification(ctx, input)),
  get: permitted(
    may.read,
    // "/search" alone would be read as "rich-text" of a request with that id.
    get(`${at}/{id:notificationRequestId}`, { ...rest, search: `${at}/{notificationRequestId}/deliveries/search` }),
  )
    .input(GetNotificationRequest)
    .output(NotificationRequestDetail)
    .query(({ ctx, input }) => service.detail(ctx, input)),
  /** Sends again all that failed of one request. */
  resend: permitted(may.write)
    .input(ById)
    .output(ResentDeliveries)
    .mutation(({ ctx, input }) => deliveryService.resend(ctx, { requestId: input.id })),
  /** Moves what has not begun to another time, or sends it now. */
  move: permitted(may.write)
    .input(MoveRequest)
    .output(NotificationRequest)
    .mutation(({ ctx, input }) => service.move(ctx, input)),
  cancel: permitted(may.write)
    .input(byId({}))
    .output(NotificationRequest)
    .mutation(({ ctx, input }) => service.cancel(ctx, input.id, input.ifMatch)),
});

/** Deliveries of one request, of one person, or of all, for screens: their stories, and what gave up sent again. */
export const notificationDeliveryRouter = router({
  ...listProcedures({ may, input: ListDeliveries, item: Delivery, service: deliveryService }),
  get: permitted(may.read)
    .input(ById)
    .output(DeliveryStory)
    .query(({ ctx, input }) => deliveryService.story(ctx, input.id)),
  ofPerson: permitted(may.read)
    .input(PersonDeliveries)
    .output(PersonStory)
    .query(({ ctx, input }) => deliveryService.ofPerson(ctx, input)),
  resend: permitted(may.write)
    .input(ResendDeliveries)
    .output(ResentDeliveries)
    .mutation(({ ctx, input }) => deliveryService.resend(ctx, input)),
});
