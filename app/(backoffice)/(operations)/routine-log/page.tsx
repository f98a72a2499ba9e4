import { listPage } from "@/app/_screen/list-page";
import { RoutineLogList } from "./_screens/routine-log.list";
import { shownDays } from "./_screens/shown-days";
import { routineLogs } from "./routine-log.resource";

export default listPage(routineLogs, RoutineLogList, (trpc) => trpc.routineLogs.days.prefetch({ days: shownDays }));
