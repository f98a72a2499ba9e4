import { newPage } from "@/app/_screen/new-page";
import { NotificationTemplateContentForm } from "../_screens/notification-template-content.form";
import { notificationTemplateContents } from "../notification-template-content.resource";

export default newPage(notificationTemplateContents, NotificationTemplateContentForm);
