import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Download } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { erasureService } from "./erasure.service";
import { downloadHeld, heldOf, heldRows } from "./held.service";
import {
  ConfirmErasure,
  DownloadHeld,
  Erasure,
  ErasurePlan,
  Held,
  HeldRows,
  KindAndDays,
  ListErasures,
  MoreHeld,
  OfPerson,
  RequestErasure,
  RetentionPreview,
  Retentions,
} from "./privacy.schema";
import { retentionService } from "./retention.service";

/** What is held of a person, and as a file. */
export const privacyRouter = router({
  held: permitted("privacy.read")
    .input(OfPerson)
    .output(Held)
    .query(({ ctx, input }) => heldOf(ctx, input.email)),
  more: permitted("privacy.read")
    .input(MoreHeld)
    .output(HeldRows)
    .query(({ ctx, input }) => heldRows(ctx, input)),
  download: permitted("privacy.read", undefined, { withoutKey: "it answers a file" })
    .input(DownloadHeld)
    .output(Download)
    .mutation(({ ctx, input }) => downloadHeld(ctx, input.email, input.format)),
});

/** Erasing a person, by two people. */
export const erasureRouter = router({
  ...listProcedures({ may: { read: "privacy.read" }, input: ListErasures, item: Erasure, service: erasureService }),
  get: permitted("privacy.read")
    .input(ById)
    .output(Erasure)
    .query(({ ctx, input }) => erasureService.get(ctx, input.id)),
  plan: permitted("privacy.erase", undefined, {
    withoutKey: "it changes nothing",
  })
    .input(OfPerson)
    .output(ErasurePlan)
    .mutation(({ ctx, input }) => erasureService.plan(ctx, input.email)),
  request: permitted("privacy.erase")
    .input(RequestErasure)
    .output(Erasure)
    .mutation(({ ctx, input }) => erasureService.request(ctx, input)),
  cancel: permitted("privacy.erase")
    .input(byId({}))
    .output(Erasure)
    .mutation(({ ctx, input }) => erasureService.cancel(ctx, input.id, input.ifMatch)),
  confirm: permitted("privacy.erase", undefined, { withoutKey: "its answer names whom it erases" })
    .input(ConfirmErasure)
    .output(Erasure)
    .mutation(({ ctx, input }) => erasureService.confirm(ctx, input.id, input.planHash)),
});

export const retentionRouter = router({
  list: permitted("retention.read")
    .output(Retentions)
    .query(({ ctx }) => retentionService.list(ctx)),
  preview: permitted("retention.read")
    .input(KindAndDays)
    .output(RetentionPreview)
    .query(({ ctx, input }) => retentionService.preview(ctx, input.kind, input.days)),
  set: permitted("retention.write")
    .input(KindAndDays)
    .output(Retentions)
    .mutation(({ ctx, input }) => retentionService.set(ctx, input.kind, input.days)),
});
