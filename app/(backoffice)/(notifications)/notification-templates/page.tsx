import { listPage } from "@/app/_screen/list-page";
import { NotificationTemplateList } from "./_screens/notification-template.list";
import { notificationTemplates } from "./notification-template.resource";

export default listPage(notificationTemplates, NotificationTemplateList);
