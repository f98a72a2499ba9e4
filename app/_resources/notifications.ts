import { IconAntenna, IconSend, IconTemplate } from "@tabler/icons-react";
import { notificationDeliveries } from "@/app/(backoffice)/(notifications)/notification-deliveries/notification-delivery.resource";
import {
  notificationRequests,
  sendScreen,
} from "@/app/(backoffice)/(notifications)/notification-requests/notification-request.resource";
import { senders } from "@/app/(backoffice)/(notifications)/notification-senders/sender.resource";
import { notificationTemplateContents } from "@/app/(backoffice)/(notifications)/notification-template-contents/notification-template-content.resource";
import { notificationTemplates } from "@/app/(backoffice)/(notifications)/notification-templates/notification-template.resource";
import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import type { Area } from "@/components/kit/screen";

/** The areas of notifications, in the order of the rail. */
export const notifications: readonly Area[] = [
  {
    heading: "Sends",
    icon: IconSend,
    others: [sendScreen],
    pages: [
      [notificationRequests, "What was sent or waits to be sent: to how many, when, and how it went."],
      [notificationDeliveries, "Each message to one person on one channel: whether it arrived, and why not."],
    ],
  },
  {
    heading: "Templates",
    icon: IconTemplate,
    pages: [
      [notificationTemplates, "What messages say, with their texts in each language."],
      [notificationTemplateContents, "The texts of all templates in one list, one row for each language."],
    ],
  },
  {
    heading: "Senders and mail log",
    icon: IconAntenna,
    pages: [
      [senders, "The channels by which messages leave, and whether each of them works."],
      [mailLogs, "Every e-mail to a person: whether it was sent, and the way to send it again."],
    ],
  },
];
