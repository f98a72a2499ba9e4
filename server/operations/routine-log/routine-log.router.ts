import { get } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ListRoutineLogs, RoutineDays, RoutineDaysInput, RoutineLog } from "./routine-log.schema";
import { routineLogService } from "./routine-log.service";

export const routineLogRouter = router({
  ...listProcedures({
    may: { read: "routine-log.read" },
    rest: get("/v1/backoffice/admin/log-routine", { section: "4.15" }),
    input: ListRoutineLogs,
    item: RoutineLog,
    dto: "ListLogRoutineDTO",
    service: routineLogService,
  }),
  days: permitted("routine-log.read")
    .input(RoutineDaysInput)
    .output(RoutineDays)
    .query(({ ctx, input }) => fromReplica(ctx, (ctx) => routineLogService.days(ctx, input.days, input.codeRoutine))),
});
