import { permitted, router } from "@/server/kit/call/procedure";
import { SenderOverview } from "./notification-sender.schema";
import { senderOverview } from "./sender-overview.service";

/** The senders of notifications, for screens. */
export const notificationSenderRouter = router({
  overview: permitted("notification-request.read")
    .output(SenderOverview)
    .query(({ ctx }) => senderOverview(ctx)),
});
