import { z } from "zod";
import { Id, Instant, Moment, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { lastDaysOf, setOf } from "@/server/kit/list/list-operators.schema";
import { choice, said } from "@/server/kit/value/words.rules";
import { moduleCodes } from "@/server/permission-modules.rules";
import { routineStatusWords, routineWords } from "./routine-log.rules";

const RoutineStatus = choice(routineStatusWords);

export const RoutineLog = z
  .object({
    id: Id,
    codeRoutine: z.string().register(said, { words: routineWords }),
    routine: z.string(),
    module: z.string().register(said, { words: moduleCodes }),
    startedAt: Instant,
    endedAt: Instant.nullable(),
    durationMs: z
      .int()
      .register(said, { unit: "ms" })
      .nullable()
      .meta({ description: "From start to end; null while it runs." }),
    status: RoutineStatus,
    itemsDone: z.int(),
    error: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: "LogRoutineDTO" });

export const ListRoutineLogs = listInput({
  sort: ["startedAt", "endedAt", "createdAt", "codeRoutine", "routine", "module", "status", "itemsDone"],
  filters: {
    sentFrom: Moment.meta({ description: "Runs that began at this moment or later." }),
    sentTo: Moment.meta({ description: "Runs that began at this moment or before." }),
    module: Search,
    codeRoutine: Search,
    routine: Search,
    show: z.enum(["all", "worked"]).meta({
      description: "worked: only runs that did something, failed or are not over",
    }),
    status: RoutineStatus,
    ...setOf("status", RoutineStatus),
    ...lastDaysOf("startedAt"),
  },
  order: "startedAt:desc",
});

export const RoutineDaysInput = z.object({
  days: z.int().min(1).max(366),
  codeRoutine: Search.optional(),
});

/** How the runs of each day ended, oldest day first. */
export const RoutineDays = z.array(
  z.object({ day: z.string(), codeRoutine: z.string(), routine: z.string(), done: z.int(), fail: z.int() }),
);
