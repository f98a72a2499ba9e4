import {
  BulkChangeView,
  BulkPlan,
  CancelBulkChange,
  ListBulkChanges,
  PlanBulkChange,
  PlanRows,
  ReadPlan,
  RunBulkChange,
} from "@/server/kit/bulk/bulk.schema";
import { get, post } from "@/server/kit/call/meta";
import { ofCompany, permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { pageOf } from "@/server/kit/list/list.schema";
import { bulkChangeService as service } from "./bulk-change.service";
import { PlanDeskChange, RunDeskChange } from "./bulk-desk.schema";

const section = "own Bulk changes";
const BulkChangePage = pageOf(BulkChangeView).meta({ id: "ListBulkChangeDTO" });

const planned = { unaudited: "a plan changes no record", dear: "import" } as const;
const inSteps = { withoutKey: "its steps are saved one by one; a plan is run once" };

const desk = "/v1/backoffice/admin/pers-alerts/desk";
const ofDesk = "own PERS alerts";

const at = "/v1/backoffice/admin/bulk-changes";

/** Bulk changes of staff, for who is signed in: the service looks at the right that each resource needs. */
export const bulkChangeRouter = router({
  list: signedIn(get(at, { section }))
    .input(ListBulkChanges)
    .output(BulkChangePage)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: signedIn(get(`${at}/{id}`, { section }))
    .input(ById)
    .output(BulkChangeView)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  plan: signedIn(post(`${at}/plan`, { section, status: 200 }), planned)
    .input(PlanBulkChange)
    .output(BulkPlan)
    .mutation(({ ctx, input }) => service.plan(ctx, input)),
  planRows: signedIn()
    .input(ReadPlan)
    .output(PlanRows)
    .query(({ ctx, input }) => service.planRows(ctx, input)),
  run: signedIn(post(at, { section, status: 200, isLater: "running" }), inSteps)
    .input(RunBulkChange)
    .output(BulkChangeView)
    .mutation(({ ctx, input }) => service.run(ctx, input)),
  /** The same for the alert desk: an action on many alerts. */
  planDesk: permitted("pers-alert.write", post(`${desk}/plan`, { section: ofDesk, status: 200 }), planned)
    .input(PlanDeskChange)
    .output(BulkPlan)
    .mutation(({ ctx, input: { ids, filters, all, action, ...set } }) =>
      service.plan(ctx, { resource: "pers-alert", ids, filters, all, action, set }),
    ),
  runDesk: permitted("pers-alert.write", post(desk, { section: ofDesk, status: 200, isLater: "running" }), inSteps)
    .input(RunDeskChange)
    .output(BulkChangeView)
    .mutation(({ ctx, input: { planId, ids, action, ...set } }) =>
      service.run(ctx, { planId, ids, ...(action && { resource: "pers-alert", action, set }) }),
    ),
  cancel: signedIn(post(`${at}/{id}/cancel`, { section, status: 200, isLater: "undoing" }), inSteps)
    .input(CancelBulkChange)
    .output(BulkChangeView)
    .mutation(({ ctx, input }) => service.cancel(ctx, input.id, input.keep)),
  undo: signedIn(post(`${at}/{id}/undo`, { section, status: 200, isLater: "undoing" }), inSteps)
    .input(ById)
    .output(BulkChangeView)
    .mutation(({ ctx, input }) => service.undo(ctx, input.id)),
});

const inCompany = "/v1/users/companies/{companyId}/bulk-changes";
const deskOfCompany = "/v1/users/companies/{companyId}/pers-alerts/desk";

/** The same inside a company, for its people, and for staff who may do it in any company. */
export const companyBulkChangeRouter = router({
  list: ofCompany("signed-in", get(inCompany, { section }))
    .input(ListBulkChanges)
    .output(BulkChangePage)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: ofCompany("signed-in", get(`${inCompany}/{id}`, { section }))
    .input(ById)
    .output(BulkChangeView)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  plan: ofCompany("signed-in", post(`${inCompany}/plan`, { section, status: 200 }), planned)
    .input(PlanBulkChange)
    .output(BulkPlan)
    .mutation(({ ctx, input }) => service.plan(ctx, input)),
  planRows: ofCompany("signed-in")
    .input(ReadPlan)
    .output(PlanRows)
    .query(({ ctx, input }) => service.planRows(ctx, input)),
  run: ofCompany("signed-in", post(inCompany, { section, status: 200, isLater: "running" }), inSteps)
    .input(RunBulkChange)
    .output(BulkChangeView)
    .mutation(({ ctx, input }) => service.run(ctx, input)),
  planDesk: ofCompany("company-alert.write", post(`${deskOfCompany}/plan`, { section: ofDesk, status: 200 }), planned)
    .input(PlanDeskChange)
    .output(BulkPlan)
    .mutation(({ ctx, input: { companyId: _, ids, filters, all, action, ...set } }) =>
      service.plan(ctx, { resource: "company-pers-alert", ids, filters, all, action, set }),
    ),
  runDesk: ofCompany(
    "company-alert.write",
    post(deskOfCompany, { section: ofDesk, status: 200, isLater: "running" }),
    inSteps,
  )
    .input(RunDeskChange)
    .output(BulkChangeView)
    .mutation(({ ctx, input: { companyId: _, planId, ids, action, ...set } }) =>
      service.run(ctx, { planId, ids, ...(action && { resource: "company-pers-alert", action, set }) }),
    ),
  cancel: ofCompany(
    "signed-in",
    post(`${inCompany}/{id}/cancel`, { section, status: 200, isLater: "undoing" }),
    inSteps,
  )
    .input(CancelBulkChange)
    .output(BulkChangeView)
    .mutation(({ ctx, input }) => service.cancel(ctx, input.id, input.keep)),
  undo: ofCompany("signed-in", post(`${inCompany}/{id}/undo`, { section, status: 200, isLater: "undoing" }), inSteps)
    .input(ById)
    .output(BulkChangeView)
    .mutation(({ ctx, input }) => service.undo(ctx, input.id)),
});
