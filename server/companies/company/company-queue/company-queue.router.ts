import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ListQueuedCompanies, QueuedCompany, QueuedCompanyDetail } from "./company-queue.schema";
import { companyQueueService } from "./company-queue.service";

/** Companies that wait for a decision, for staff's screens; the documents list no operations of them. */
export const companyQueueRouter = router({
  ...listProcedures({
    may: { read: "company.read" },
    input: ListQueuedCompanies,
    item: QueuedCompany,
    service: companyQueueService,
  }),
  get: permitted("company.read")
    .input(ById)
    .output(QueuedCompanyDetail)
    .query(({ ctx, input }) => companyQueueService.get(ctx, input.id)),
  verify: permitted("company.write")
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => companyQueueService.verify(ctx, input.id, input.ifMatch)),
});
