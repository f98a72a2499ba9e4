import { z } from "zod";
import { deskActions } from "@/server/devices/alert-desk/alert-desk.rules";
import { AssignAlert, CloseAlert, SnoozeAlert } from "@/server/devices/alert-desk/alert-desk.schema";
import { Chosen, RunBulkChange } from "@/server/kit/bulk/bulk.schema";

const Action = z
  .enum(Object.keys(deskActions) as [keyof typeof deskActions])
  .meta({ description: "What is done to each alert; its fields stand beside it." });

const deed = {
  userId: AssignAlert.shape.userId.optional(),
  until: SnoozeAlert.shape.until.optional(),
  reason: CloseAlert.shape.reason.optional(),
  note: CloseAlert.shape.note,
};

export const PlanDeskChange = z.object({ ...Chosen, action: Action, ...deed }).meta({ id: "PlanDeskChangeDTO" });

export const RunDeskChange = z
  .object({
    planId: RunBulkChange.shape.planId,
    ids: RunBulkChange.shape.ids,
    action: Action.optional(),
    ...deed,
  })
  .meta({ id: "RunDeskChangeDTO" });
