import { ofAnyCompany, permitted, router, signedIn } from "@/server/kit/call/procedure";
import { Latest } from "./audit.schema";
import { latest, latestOf, latestOfTexts } from "./audit.service";

export const auditRouter = router({
  latest: permitted("audit.read")
    .output(Latest)
    .query(({ ctx }) => latest(ctx)),
  /** Each kind of text needs the right of its own resource. */
  latestOfTexts: signedIn()
    .output(Latest)
    .query(({ ctx }) => latestOfTexts(ctx)),
  latestOfCompany: ofAnyCompany("audit.read")
    .output(Latest)
    .query(({ ctx }) => latestOf(ctx)),
});
