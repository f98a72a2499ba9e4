import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { byId, Id, Instant, LongText, Moment, Search, Stamps, StoredMoment, Text } from "@/server/kit/call/wire";
import { After, Limit, listInput, Page, pageOf, WithTotal } from "@/server/kit/list/list.schema";
import { NotificationTypeNumber, NotificationTypes } from "@/server/kit/value/notification-type.schema";
import { choice, said } from "@/server/kit/value/words.rules";
import { appName } from "@/server/platform/product-name/product-name.rules";
import { MessageContent, MessageTitle } from "../template/notification-template.schema";
import { isValueName } from "../text/template-token.rules";
import { deliveryReasonWords } from "./delivery-reason.rules";
import { deliveryStatusWords, requestStatusWords } from "./notification-request.rules";

const TokenValues = z.record(
  z.string().refine(isValueName, "A token's name has letters, digits, dashes and underscores."),
  LongText(2000, 0),
);

const mostRecipients = 10_000;

/** A template, or a title and a text of its own. An address that is not good is rejected on its own. */
export const SendNotificationRequest = z
  .object({
    keyNotificationTemplate: Text(100).optional(),
    notificationTitle: MessageTitle.optional(),
    notificationContent: MessageContent.optional(),
    keyPlatformTechs: z.array(Text(100)).min(1, "Name one platform tech at least.").max(20),
    emailUserDestList: z
      .array(z.string().max(320))
      .min(1, "Name one recipient at least.")
      .max(mostRecipients, "At most 10,000 recipients."),
    typeNotificationList: NotificationTypes.optional(),
    tokens: TokenValues.optional(),
    tokensByEmail: z
      .record(z.string().max(254), TokenValues)
      .refine((people) => Object.keys(people).length <= mostRecipients, "At most 10,000 people.")
      .optional(),
    languageId: Id.nullish(),
    companyId: Id.nullish().meta({ description: "which company of a recipient it is about, where they have several" }),
    vehicleId: Id.nullish().meta({ description: "which vehicle of a recipient it is about, where they have several" }),
    dtPrepareSent: StoredMoment.nullish().meta({ description: "in the future: it is scheduled" }),
    ttlSeconds: z
      .int()
      .min(1)
      .max(28 * 86_400)
      .nullish()
      .meta({ description: "from when it is due; what was not sent by then is skipped" }),
  })
  .meta({ id: "SendNotificationRequestDTO" });

const RequestStatus = choice(requestStatusWords);
export const DeliveryStatus = choice(deliveryStatusWords);

export const SentNotificationRequest = z
  .object({
    id: Id,
    status: RequestStatus,
    accepted: z.int(),
    rejected: z.array(
      z.object({
        email: z.string().meta({ description: "As it was sent." }),
        reason: z.enum(["invalid_address", "duplicate"]),
      }),
    ),
  })
  .meta({ id: "SendNotificationRequestResponseDTO" });

const counts = z.object({
  pending: z.int(),
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  failed: z.int(),
  skipped: z.int(),
});

const Share = z.number().register(said, { isShare: true });
const fields = {
  id: Id,
  label: z.string().meta({ description: "what the template is called, else the title with its values" }),
  keyNotificationTemplate: z.string().nullable(),
  notificationTitle: z.string(),
  notificationContent: z.string(),
  keyPlatformTechs: z.array(z.string()),
  typeNotificationList: z.array(NotificationTypeNumber),
  status: RequestStatus,
  recipients: z.int(),
  counts,
  rates: z.object({ delivered: Share.nullable(), opened: Share.nullable() }).meta({
    description: "of what was sent, from 0 to 1: what arrived, and what was opened; null where nothing was sent",
  }),
  dtReception: Instant,
  dtPrepareSent: Instant.nullable(),
  isUrgent: z.boolean(),
  endedAt: Instant.nullable(),
  ...Stamps,
};

/** Counts are of deliveries, each by how far it came. */
export const NotificationRequest = z.object(fields).meta({ id: "NotificationRequestStatusDTO" });

export const Delivery = z
  .object({
    id: Id,
    requestId: Id,
    email: ShownEmail,
    keyPlatformTech: z.string().register(said, { text: appName }),
    type: NotificationTypeNumber,
    status: DeliveryStatus,
    reason: z.string().nullable(),
    tries: z.int(),
    languageId: Id.nullable(),
    isFallback: z.boolean(),
    at: Instant.meta({ description: "its last change" }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "NotificationDeliveryDTO" });

export const NotificationRequestDetail = z
  .object({
    ...fields,
    tokens: z.record(z.string(), z.string()),
    languageId: Id.nullable(),
    expiresAt: Instant.nullable(),
    reasons: z
      .array(z.object({ status: DeliveryStatus, reason: z.string(), count: z.int() }))
      .meta({ description: "why deliveries were skipped, failed or wait; the most frequent first, 20 at most" }),
    deliveries: pageOf(Delivery),
  })
  .meta({ id: "ResponseNotificationRequestDetailDTO" });

const Emails = z.array(z.string().max(254)).max(1000);
const Keys = z.array(z.string().max(200)).max(1000);

export const ListNotificationRequests = listInput({
  sort: [
    "notificationTitle",
    "keyNotificationTemplate",
    "status",
    "recipients",
    "dtReception",
    "dtPrepareSent",
    "createdAt",
    "updatedAt",
  ],
  filters: {
    notificationTitle: Search,
    notificationContent: Search,
    dtReception: Moment.meta({ description: "that UTC day, or that instant" }),
    dtPrepareSent: Moment.meta({ description: "that UTC day, or that instant" }),
    listNotificationRequestId: z.array(z.string().max(60)).max(1000),
    keyNotificationTemplates: Keys,
    keyPlatformTech: z.string().max(200),
    emailUserDestList: Emails,
    status: RequestStatus,
    // Of the screen beside the documented ones: the title that is shown, one id, one address, one template, and periods.
    label: Search,
    id: z.string().max(60),
    email: Search,
    keyNotificationTemplate: Search,
    receivedFrom: Moment,
    receivedUntil: Moment,
    dueFrom: Moment,
    dueUntil: Moment,
  },
});

/** Of the deliveries, those for these people and ways; ten a page where nothing is said. */
export const GetNotificationRequest = z.object({
  id: Id,
  keyPlatformTech: z.string().max(200).optional(),
  emailUserDestList: Emails.optional(),
  notificationType: NotificationTypeNumber.optional(),
  limit: Limit,
  page: Page,
  after: After,
  withTotal: WithTotal,
});

export const ListDeliveries = listInput({
  sort: ["email", "keyPlatformTech", "type", "status", "tries", "createdAt", "updatedAt"],
  filters: {
    email: Search,
    requestId: Id,
    keyPlatformTech: z.string().max(200),
    emailUserDestList: Emails,
    notificationType: NotificationTypeNumber,
    status: DeliveryStatus,
    reason: choice(deliveryReasonWords),
    createdFrom: Moment,
    createdUntil: Moment,
  },
});

/** A delivery with all that happened to it, in order. */
export const DeliveryStory = Delivery.extend({
  title: z.string().nullable(),
  content: z.string().nullable(),
  link: z.string().nullable(),
  mobileDeviceIds: z.array(z.string()),
  dueAt: Instant,
  story: z.array(z.object({ at: Instant, event: z.string(), detail: z.string().optional() })),
}).meta({ id: "NotificationDeliveryStoryDTO" });

/** Deliveries of one person, of those what a device got where one is named. */
export const PersonDeliveries = z.object({
  email: Email,
  mobileDeviceId: z.string().max(200).optional(),
  limit: z.int().min(1).max(500).default(30),
});
export const PersonStory = z.object({
  items: z.array(
    DeliveryStory.pick({ id: true, keyPlatformTech: true, type: true, status: true, title: true, story: true }),
  ),
  hasMore: z.boolean(),
});

/** When it is due from now on; now where there is no moment, or one that is over. */
export const MoveRequest = byId({ dtPrepareSent: StoredMoment.nullable() });

export const ResendDeliveries = z.object({ ids: z.array(Id).min(1).max(1000) });
export const ResentDeliveries = z.object({ queued: z.int(), skipped: z.int() });
