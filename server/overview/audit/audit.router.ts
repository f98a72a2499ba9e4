import { ofAnyCompany, permitted, router } from "@/server/kit/call/procedure";
import { Latest } from "./audit.schema";
import { latest, latestOf } from "./audit.service";

export const auditRouter = router({
  latest: permitted("audit.read")
    .output(Latest)
    .query(({ ctx }) => latest(ctx)),
  latestOfCompany: ofAnyCompany("audit.read")
    .output(Latest)
    .query(({ ctx }) => latestOf(ctx)),
});
