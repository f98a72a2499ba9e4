import { notificationDeliveries } from "@/app/(backoffice)/(notifications)/notification-deliveries/notification-delivery.resource";
import {
  notificationRequests,
  sendScreen,
} from "@/app/(backoffice)/(notifications)/notification-requests/notification-request.resource";
import { senders } from "@/app/(backoffice)/(notifications)/notification-senders/sender.resource";
import { notificationTemplateContents } from "@/app/(backoffice)/(notifications)/notification-template-contents/notification-template-content.resource";
import { notificationTemplates } from "@/app/(backoffice)/(notifications)/notification-templates/notification-template.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of notifications, in the order of the rail. */
export const notifications: Screen[] = [
  notificationRequests,
  sendScreen,
  notificationDeliveries,
  notificationTemplates,
  notificationTemplateContents,
  senders,
];
