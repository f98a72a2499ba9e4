import { recordPage } from "@/app/_screen/record-page";
import { NotificationTemplateSheet } from "../_screens/notification-template.sheet";
import { notificationTemplates } from "../notification-template.resource";

export default recordPage(notificationTemplates, NotificationTemplateSheet);
