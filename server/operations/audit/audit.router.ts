import { ofAnyCompany, router } from "@/server/kit/procedure";
import { Latest } from "./audit.schema";
import { latestOf } from "./audit.service";

export const auditRouter = router({
  latestOfCompany: ofAnyCompany("audit.read")
    .output(Latest)
    .query(({ ctx }) => latestOf(ctx)),
});
