import { recordPage } from "@/app/_screen/record-page";
import { WebhookSheet } from "../_screens/webhook.sheet";
import { webhooks } from "../webhook.resource";

export default recordPage(webhooks, WebhookSheet);
