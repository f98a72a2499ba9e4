import { newPage } from "@/app/_screen/new-page";
import { NotificationTemplateForm } from "../_screens/notification-template.form";
import { notificationTemplates } from "../notification-template.resource";

export default newPage(notificationTemplates, NotificationTemplateForm);
