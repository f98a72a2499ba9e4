import { listPage } from "@/app/_screen/list-page";
import { WebhookDeliveryList } from "./_screens/webhook-delivery.list";
import { webhookDeliveries } from "./webhook-delivery.resource";

export default listPage(webhookDeliveries, WebhookDeliveryList);
