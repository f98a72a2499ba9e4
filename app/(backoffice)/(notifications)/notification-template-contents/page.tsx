import { listPage } from "@/app/_screen/list-page";
import { NotificationTemplateContentList } from "./_screens/notification-template-content.list";
import { notificationTemplateContents } from "./notification-template-content.resource";

export default listPage(notificationTemplateContents, NotificationTemplateContentList);
