import { permitted, router } from "@/server/kit/call/procedure";
import { SendNotificationRequest } from "../request/notification-request.schema";
import { ReadTable, RecipientTable, SendApps, SendPlan } from "./send-plan.schema";
import { planNotification, readTable, sendApps } from "./send-plan.service";

const may = { read: "notification-request.read", write: "notification-request.write" } as const;

/** What a screen asks before somebody sends. */
export const sendPlanRouter = router({
  apps: permitted(may.read)
    .output(SendApps)
    .query(({ ctx }) => sendApps(ctx)),
  plan: permitted(may.write, undefined, {
    unaudited: "It changes nothing: ten thousand addresses do not fit into a query.",
    withoutKey: "it changes nothing",
  })
    .input(SendNotificationRequest)
    .output(SendPlan)
    .mutation(({ ctx, input }) => planNotification(ctx, input)),
  /** A workbook, which browsers cannot read by themselves. */
  table: permitted(may.write, undefined, {
    unaudited: "It changes nothing: it reads a file.",
    withoutKey: "it changes nothing",
    files: ["file"],
    dear: "import",
  })
    .input(ReadTable)
    .output(RecipientTable)
    .mutation(({ input }) => readTable(input.file.bytes)),
});
