import { listPage } from "@/app/_screen/list-page";
import { shownDays } from "./_screens/routine-log.columns";
import { RoutineLogList } from "./_screens/routine-log.list";
import { routineLogs } from "./routine-log.resource";

export default listPage(routineLogs, RoutineLogList, (trpc) => trpc.routineLogs.days.prefetch({ days: shownDays }));
