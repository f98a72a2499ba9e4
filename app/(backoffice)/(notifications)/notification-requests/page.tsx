import { listPage } from "@/app/_screen/list-page";
import { NotificationRequestList } from "./_screens/notification-request.list";
import { notificationRequests } from "./notification-request.resource";

export default listPage(notificationRequests, NotificationRequestList);
