import { recordPage } from "@/app/_screen/record-page";
import { NotificationRequestSheet } from "../_screens/notification-request.sheet";
import { notificationRequests } from "../notification-request.resource";

export default recordPage(notificationRequests, NotificationRequestSheet);
