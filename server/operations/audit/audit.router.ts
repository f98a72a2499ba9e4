import { permitted, router } from "@/server/kit/procedure";
import { History, HistoryInput } from "./audit.schema";
import { history } from "./audit.service";

export const auditRouter = router({
  history: permitted("audit.read")
    .input(HistoryInput)
    .output(History)
    .query(({ ctx, input }) => history(ctx, input)),
});
