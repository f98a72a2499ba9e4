import { recordPage } from "@/app/_screen/record-page";
import { WebhookDeliverySheet } from "../_screens/webhook-delivery.sheet";
import { webhookDeliveries } from "../webhook-delivery.resource";

export default recordPage(webhookDeliveries, WebhookDeliverySheet);
