import { z } from "zod";
import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  AcknowledgeAlert,
  AlertReadings,
  AssignAlert,
  CloseAlert,
  DeskAlert,
  DeskColleagues,
  DeskCounts,
  ListDeskAlerts,
  ReopenAlert,
  SnoozeAlert,
  UndoAlert,
} from "./alert-desk.schema";
import { alertDeskService as service } from "./alert-desk.service";

const at = "/v1/backoffice/admin/pers-alerts";
const section = "own PERS alerts";
const may = { read: "pers-alert.read", write: "pers-alert.write" } as const;

/** The desk of staff: the alerts of all devices as work. */
export const alertDeskRouter = router({
  ...listProcedures({
    may,
    rest: get(at, { section }),
    input: ListDeskAlerts,
    item: DeskAlert,
    dto: "ListDeskAlertDTO",
    service,
    isLive: true,
  }),
  get: permitted(may.read, get(`${at}/{id}`, { section }))
    .input(ById)
    .output(DeskAlert)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  acknowledge: permitted(may.write, post(`${at}/{id}/acknowledge`, { section }))
    .input(AcknowledgeAlert)
    .output(DeskAlert)
    .mutation(({ ctx, input }) => service.acknowledge(ctx, input)),
  assign: permitted(may.write, post(`${at}/{id}/assign`, { section, dto: "AssignPersAlertDTO" }))
    .input(AssignAlert)
    .output(DeskAlert)
    .mutation(({ ctx, input }) => service.assign(ctx, input)),
  snooze: permitted(may.write, post(`${at}/{id}/snooze`, { section, dto: "SnoozePersAlertDTO" }))
    .input(SnoozeAlert)
    .output(DeskAlert)
    .mutation(({ ctx, input }) => service.snooze(ctx, input)),
  close: permitted(may.write, post(`${at}/{id}/close`, { section, dto: "ClosePersAlertDTO" }))
    .input(CloseAlert)
    .output(DeskAlert)
    .mutation(({ ctx, input }) => service.close(ctx, input)),
  reopen: permitted(may.write, post(`${at}/{id}/reopen`, { section }))
    .input(ReopenAlert)
    .output(DeskAlert)
    .mutation(({ ctx, input }) => service.reopen(ctx, input)),
  undo: permitted(may.write)
    .input(UndoAlert)
    .output(DeskAlert)
    .mutation(({ ctx, input }) => service.undo(ctx, input)),
  readings: permitted(may.read)
    .input(ById)
    .output(AlertReadings)
    .query(({ ctx, input }) => service.readings(ctx, input.id)),
  counts: permitted(may.read)
    .input(z.object({}))
    .output(DeskCounts)
    .query(({ ctx }) => service.counts(ctx)),
  colleagues: permitted(may.read)
    .input(z.object({}))
    .output(DeskColleagues)
    .query(({ ctx }) => service.colleagues(ctx)),
});
