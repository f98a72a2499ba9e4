import { listPage } from "@/app/_screen/list-page";
import { NotificationDeliveryList } from "./_screens/notification-delivery.list";
import { notificationDeliveries } from "./notification-delivery.resource";

export default listPage(notificationDeliveries, NotificationDeliveryList);
