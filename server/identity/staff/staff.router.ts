import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { Sent } from "../invitation/invitation.schema";
import {
  CreateStaff,
  Ended,
  EndSession,
  ListStaff,
  OfStaff,
  StaffMember,
  StaffSessions,
  Switches,
  UpdateStaff,
} from "./staff.schema";
import { staffService } from "./staff.service";
import { staffSessionService } from "./staff-session.service";

const of = {
  may: { read: "staff.read", write: "staff.write" },
  item: StaffMember,
  service: staffService,
} as const;

/** For screens only: the documents have no operation on staff. */
export const staffRouter = router({
  ...listProcedures({ ...of, input: ListStaff }),
  ...crudProcedures({ ...of, create: CreateStaff, update: UpdateStaff }),
  cancelEmailChange: permitted("staff.write")
    .input(byId({}))
    .output(StaffMember)
    .mutation(({ ctx, input }) => staffService.cancelEmailChange(ctx, input.id, input.ifMatch)),
  invite: permitted("staff.write")
    .input(ById)
    .output(Sent)
    .mutation(({ ctx, input }) => staffService.invite(ctx, input.id)),
  sessions: permitted("staff.read")
    .input(OfStaff)
    .output(StaffSessions)
    .query(({ ctx, input }) => staffSessionService.list(ctx, input.userId)),
  endSession: permitted("staff.write", undefined, { unaudited: "needs a session; the session service writes the row" })
    .input(EndSession)
    .output(Nothing)
    .mutation(({ ctx, input }) => staffSessionService.end(ctx, input.userId, input.sessionId)),
  endSessions: permitted("staff.write")
    .input(OfStaff)
    .output(Ended)
    .mutation(({ ctx, input }) => staffSessionService.endAll(ctx, input.userId)),
  switches: permitted("staff.read")
    .input(OfStaff)
    .output(Switches)
    .query(({ ctx, input }) => staffSessionService.switches(ctx, input.userId)),
});
