import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { CompanyMerge, ListCompanyMerges, MergeCompanies, MergePlan, OfTwo, UndoneMerge } from "./company-merge.schema";
import { companyMergeService } from "./company-merge.service";
import { refuseCompany } from "./refuse-company.service";

/** Two companies made one, and one that is refused, for staff's screens; the documents list no operations of it. */
export const companyMergeRouter = router({
  ...listProcedures({
    may: { read: "company-merge.read" },
    input: ListCompanyMerges,
    item: CompanyMerge,
    service: companyMergeService,
  }),
  get: permitted("company-merge.read")
    .input(ById)
    .output(CompanyMerge)
    .query(({ ctx, input }) => companyMergeService.get(ctx, input.id)),
  plan: permitted("company-merge.read")
    .input(OfTwo)
    .output(MergePlan)
    .query(({ ctx, input }) =>
      companyMergeService.plan(ctx, { fromId: input.fromCompanyId, intoId: input.intoCompanyId }),
    ),
  merge: permitted("company-merge.write")
    .input(MergeCompanies)
    .output(CompanyMerge)
    .mutation(({ ctx, input }) => companyMergeService.merge(ctx, input)),
  undo: permitted("company-merge.write")
    .input(byId({}))
    .output(UndoneMerge)
    .mutation(({ ctx, input }) => companyMergeService.undo(ctx, input.id, input.ifMatch)),
  refuse: permitted("company-merge.write")
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => refuseCompany(ctx, input.id, input.ifMatch)),
});
