import { z } from "zod";
import {
  DeskCell,
  DeskHistory,
  DeskHits,
  DeskOverview,
  DeskRow,
  DeskRows,
  DeskSaved,
  DismissDeskWarning,
  FindDesk,
  ListDesk,
  RecallDeskWarning,
  SetDeskCells,
} from "@/server/kit/desk/desk.schema";
import { deskService as service } from "@/server/kit/desk/desk-service";
import { router, signedIn } from "@/server/kit/procedure";
import { Id } from "@/server/kit/wire";

/**
 * The translation desk: the texts of all resources. Whoever is signed in may ask; each text needs the right of its own
 * resource, which `deskService` checks.
 */
export const deskRouter = router({
  overview: signedIn()
    .output(DeskOverview)
    .query(({ ctx }) => service.overview(ctx)),
  list: signedIn()
    .input(ListDesk)
    .output(DeskRows)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: signedIn()
    .input(z.object({ ...DeskCell.shape, sourceId: Id.optional() }))
    .output(DeskRow)
    .query(({ ctx, input }) => service.get(ctx, input)),
  history: signedIn()
    .input(DeskCell)
    .output(DeskHistory)
    .query(({ ctx, input }) => service.history(ctx, input)),
  find: signedIn()
    .input(FindDesk)
    .output(DeskHits)
    .query(({ ctx, input }) => service.find(ctx, input)),
  set: signedIn()
    .input(SetDeskCells)
    .output(DeskSaved)
    .mutation(({ ctx, input }) => service.set(ctx, input)),
  confirm: signedIn()
    .input(DeskCell)
    .output(DeskRow)
    .mutation(({ ctx, input }) => service.confirm(ctx, input)),
  dismiss: signedIn()
    .input(DismissDeskWarning)
    .output(DeskRow)
    .mutation(({ ctx, input }) => service.dismiss(ctx, input)),
  recall: signedIn()
    .input(RecallDeskWarning)
    .output(DeskRow)
    .mutation(({ ctx, input }) => service.recall(ctx, input)),
});
