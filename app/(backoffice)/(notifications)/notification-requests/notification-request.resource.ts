import { IconSend } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { requestStatusWords } from "@/server/notification/request/notification-request.rules";

export const notificationRequests = resource("notificationRequests", {
  one: "notification request",
  many: "notification requests",
  at: "/notification-requests",
  icon: IconSend,
  may: { read: "notification-request.read", write: "notification-request.write" },
  audited: "notification-request",
  title: (record) => record.label,
  search: "label",
  words: {},
  shown: {
    label: "Notification",
    notificationTitle: "Title",
    notificationContent: "Text",
    keyNotificationTemplate: "Template",
    keyNotificationTemplates: "Templates",
    keyPlatformTechs: "Apps",
    keyPlatformTech: "App",
    status: { title: "Status", values: requestStatusWords },
    recipients: "Recipients",
    email: "Recipient",
    "counts.pending": "Waiting",
    "counts.sent": "Sent",
    "counts.delivered": "Delivered",
    "counts.opened": "Opened",
    "counts.failed": "Failed",
    "counts.skipped": "Skipped",
    "rates.delivered": "Delivery rate",
    "rates.opened": "Open rate",
    dtReception: "Requested",
    receivedFrom: "Requested",
    dueFrom: "Due",
    dtPrepareSent: "Due",
    endedAt: "Ended",
    isUrgent: "Urgent",
    id: "Id",
  },
  recorded: { deliveries: "Deliveries", typeNotificationList: "Channels", tokens: "Tokens", expiresAt: "Expires" },
  verbs: { cancel: "cancelled this", "send-again": "resent the failed deliveries", move: "moved this to another time" },
  create: false,
});

export const sendScreen: Screen = {
  heading: "Send a notification",
  at: "/notification-requests/send",
  icon: IconSend,
  needs: notificationRequests.may.write,
  isUnlisted: true,
};
