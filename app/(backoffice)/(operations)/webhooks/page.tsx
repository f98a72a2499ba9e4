import { listPage } from "@/app/_screen/list-page";
import { WebhookList } from "./_screens/webhook.list";
import { webhooks } from "./webhook.resource";

export default listPage(webhooks, WebhookList);
