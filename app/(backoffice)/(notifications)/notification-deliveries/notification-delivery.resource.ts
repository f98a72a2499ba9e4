import { IconInbox } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { deliveryStatusWords } from "@/server/notification/request/notification-request.rules";

export const notificationDeliveries = resource("notificationDeliveries", {
  one: "delivery",
  many: "deliveries",
  at: "/notification-deliveries",
  icon: IconInbox,
  may: { read: "notification-request.read", write: "notification-request.write" },
  title: (record) => record.email,
  search: "email",
  words: {},
  shown: {
    email: "Recipient",
    keyPlatformTech: "App",
    type: { title: "Channel", values: { ...notificationTypes } },
    notificationType: { title: "Channel", values: { ...notificationTypes } },
    status: { title: "Status", values: deliveryStatusWords },
    reason: "Reason",
    tries: "Attempts",
    isFallback: "Other language",
    at: "Last change",
    createdAt: "Requested",
    createdFrom: "Requested",
    id: "Id",
  },
  create: false,
});
