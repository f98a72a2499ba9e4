import { permitted, router } from "@/server/kit/call/procedure";
import { SenderOverview } from "./sender.schema";
import { senderOverview } from "./sender-overview.service";

/** The senders of notifications, for screens. */
export const senderRouter = router({
  overview: permitted("notification-request.read")
    .output(SenderOverview)
    .query(({ ctx }) => senderOverview(ctx)),
});
