import { z } from "zod";
import { Email } from "@/server/kit/call/email.schema";
import { Id, Instant, Moment, StoredInstant, Text } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { NotificationTypeNumber } from "@/server/kit/value/notification-type.schema";
import { shown } from "@/server/kit/value/words.rules";
import { DeliveryStatus } from "../request/notification-request.schema";

const Key = Text(200);
const message = { id: Id, title: z.string(), content: z.string(), link: z.string().nullable() };

const InAppStatus = z.literal([1, 2, 3]).meta({ description: "1 unread, 2 read, 3 deleted, which no list holds" });

const InAppNotificationFields = {
  ...message,
  status: shown(InAppStatus),
  receivedAt: Instant,
  readAt: Instant.nullable(),
};
export const InAppNotification = z.object(InAppNotificationFields).meta({ id: "NotificationInAppDTO" });

export const AdminInAppNotification = z
  .object({ ...InAppNotificationFields, requestId: Id, keyPlatformTech: z.string() })
  .meta({ id: "NotificationInAppForAdminDTO" });

export const PushNotification = z
  .object({
    ...message,
    title: z.string().nullable(),
    content: z.string().nullable(),
    requestId: Id,
    keyPlatformTech: z.string(),
    mobileDeviceId: z.string().nullable(),
    status: DeliveryStatus,
    sentAt: Instant.nullable(),
    deliveredAt: Instant.nullable(),
    openedAt: Instant.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "NotificationPushForAdminDTO" });

const Period = {
  startDate: Moment.meta({ description: "from then on; a bare day from its beginning, UTC" }),
  endDate: Moment.meta({ description: "up to and with then; a bare day to its end, UTC" }),
};

export const ListInApp = listInput({
  sort: ["receivedAt", "status"],
  filters: { email: Email, keyPlatformTech: Key, languageId: Id },
  required: ["email", "keyPlatformTech"],
  order: "receivedAt:desc",
});
export const ListInAppForAdmin = listInput({
  sort: ["receivedAt", "status"],
  filters: { email: Email, ...Period },
  required: ["email"],
  order: "receivedAt:desc",
});
export const ListPushForAdmin = listInput({
  sort: ["createdAt", "sentAt", "status"],
  filters: { email: Email, ...Period },
  required: ["email"],
});

export const CountUnread = z.object({ email: Email, keyPlatformTech: Key });
export const Unread = z.object({ count: z.int() }).meta({ id: "CountUnreadNotificationInAppDTO" });

/** Some messages, or all of them in that app. */
export const SetInAppStatus = z
  .object({
    email: Email,
    keyPlatformTech: Key,
    ids: z.array(Id).max(1000).optional(),
    all: z.literal(true).optional(),
    status: InAppStatus,
  })
  .meta({ id: "StatusNotificationInAppDTO" });

export const SetPushStatus = z
  .object({
    items: z
      .array(z.object({ id: Id, status: z.enum(["delivered", "opened"]), at: StoredInstant.nullish() }))
      .min(1)
      .max(1000),
  })
  .meta({ id: "StatusNotificationPushDTO" });

export const GetRichText = z.object({
  id: Id,
  languageId: Id.optional(),
  email: Email,
  keyPlatformTech: Key,
  typeNotification: NotificationTypeNumber,
});

export const RichText = z
  .object({
    title: z.string(),
    content: z.string().meta({ description: "HTML, cleaned" }),
    link: z.string().nullable(),
    languageId: Id.nullable(),
    tokens: z.record(z.string(), z.string()),
  })
  .meta({ id: "NotificationRichTextDTO" });
