import { recordPage } from "@/app/_screen/record-page";
import { NotificationTemplateContentSheet } from "../_screens/notification-template-content.sheet";
import { notificationTemplateContents } from "../notification-template-content.resource";

export default recordPage(notificationTemplateContents, NotificationTemplateContentSheet);
