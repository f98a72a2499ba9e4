import { ofAnyCompany, permitted, router } from "@/server/kit/procedure";
import { History, HistoryInput, Latest } from "./audit.schema";
import { history, latestOf } from "./audit.service";

export const auditRouter = router({
  history: permitted("audit.read")
    .input(HistoryInput)
    .output(History)
    .query(({ ctx, input }) => history(ctx, input)),
  latestOfCompany: ofAnyCompany("audit.read")
    .output(Latest)
    .query(({ ctx }) => latestOf(ctx)),
});
