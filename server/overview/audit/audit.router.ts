import { ofAnyCompany, ofCompany, permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { CompanyHistoryRow, HistoryRow, Latest, ListCompanyHistory, ListHistory } from "./audit.schema";
import { latest, latestOf, latestOfTexts } from "./audit.service";
import { companyHistoryService } from "./company-history.service";
import { historyService } from "./history.service";

const may = { read: "audit.read" } as const;

export const auditRouter = router({
  ...listProcedures({ may, input: ListHistory, item: HistoryRow, service: historyService }),
  get: permitted(may.read)
    .input(ById)
    .output(HistoryRow)
    .query(({ ctx, input }) => historyService.get(ctx, input.id)),
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

const inCompany = { read: "company-audit.read" } as const;

/** What was changed in a company, for its own people. */
export const companyAuditRouter = router({
  ...listProcedures({
    may: inCompany,
    door: ofCompany,
    input: ListCompanyHistory,
    item: CompanyHistoryRow,
    service: companyHistoryService,
  }),
  get: ofCompany(inCompany.read)
    .input(ById)
    .output(CompanyHistoryRow)
    .query(({ ctx, input }) => companyHistoryService.get(ctx, input.id)),
});
