import { IconRepeat } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { moduleCodes } from "@/server/permission-modules.rules";

export const routineLogs = resource("routineLogs", {
  one: "run",
  many: "runs",
  heading: "Routine log",
  at: "/routine-log",
  icon: IconRepeat,
  may: { read: "routine-log.read" },
  title: (row) => row.routine,
  search: "routine",
  words: {},
  shown: {
    routine: "Routine",
    show: "Runs",
    status: "Status",
    startedAt: "Started",
    sentFrom: "Started",
    durationMs: "Duration",
    itemsDone: "Items",
    error: "Error",
    module: { title: "Module", values: moduleCodes },
    codeRoutine: "Code",
    endedAt: "Ended",
    id: "ID",
  },
});
