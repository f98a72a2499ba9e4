import { recordPage } from "@/app/_screen/record-page";
import { NotificationDeliverySheet } from "../_screens/notification-delivery.sheet";
import { notificationDeliveries } from "../notification-delivery.resource";

export default recordPage(notificationDeliveries, NotificationDeliverySheet);
