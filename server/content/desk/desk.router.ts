import { z } from "zod";
import { type permitted, router, signedIn } from "@/server/kit/call/procedure";
import { ById, Id, Nothing } from "@/server/kit/call/wire";
import {
  AssignDesk,
  CommentDesk,
  DeskAssigned,
  DeskCell,
  DeskComment,
  DeskComments,
  DeskHistory,
  DeskHits,
  DeskModules,
  DeskOverview,
  DeskOwn,
  DeskPeople,
  DeskRow,
  DeskRows,
  DeskSaved,
  DeskSuggestions,
  DismissDeskWarning,
  ExportDesk,
  FindDesk,
  ListDesk,
  RecallDeskWarning,
  SetDeskCells,
  SuggestDesk,
} from "@/server/kit/desk/desk.schema";
import { deskImporter } from "@/server/kit/desk/desk-importer";
import { deskService as service } from "@/server/kit/desk/desk-service";
import { FileAnswer } from "@/server/kit/import/import.schema";
import { importProcedures } from "@/server/kit/import/import-procedures";
// The other half's texts join the desk by service functions.
import "@/server/notification/template/notification-desk.service";
// Has no router of its own: its texts are edited at the desk.
import "@/server/platform/mail/mail-template.service";
import { deskWorkService as work } from "./desk-work.service";

/** The rights of the texts of a file are looked at row by row. */
const door: typeof permitted = (_, rest, extra) => signedIn(rest, extra);

/**
 * The translation desk: the texts of all resources. Everybody who is signed in may ask; each text needs the right of its own
 * resource, which `deskService` checks.
 */
export const deskRouter = router({
  overview: signedIn()
    .output(DeskOverview)
    .query(({ ctx }) => service.overview(ctx)),
  modules: signedIn()
    .output(DeskModules)
    .query(({ ctx }) => service.modules(ctx)),
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
  suggest: signedIn()
    .input(SuggestDesk)
    .output(DeskSuggestions)
    .query(({ ctx, input }) => service.suggest(ctx, input)),
  people: signedIn()
    .output(DeskPeople)
    .query(({ ctx }) => work.people(ctx)),
  own: signedIn()
    .output(DeskOwn)
    .query(({ ctx }) => work.own(ctx)),
  assign: signedIn()
    .input(AssignDesk)
    .output(DeskAssigned)
    .mutation(({ ctx, input }) => work.assign(ctx, input)),
  comments: signedIn()
    .input(DeskCell)
    .output(DeskComments)
    .query(({ ctx, input }) => work.comments(ctx, input)),
  comment: signedIn()
    .input(CommentDesk)
    .output(DeskComment)
    .mutation(({ ctx, input }) => work.comment(ctx, input)),
  removeComment: signedIn()
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => work.removeComment(ctx, input.id)),
  export: signedIn()
    .input(ExportDesk)
    .output(FileAnswer)
    .query(({ ctx, input }) => service.export(ctx, input)),
  imports: router(
    importProcedures({ may: { read: "language.read", write: "language.read" }, importer: deskImporter, door }),
  ),
});
