"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { routineLogList } from "./routine-log.columns";
import { RoutineStrip } from "./routine-strip";

export const RoutineLogList = () => (
  <ResourceList
    list={routineLogList}
    title="Routine log"
    empty="The worker writes a line here each time it runs a routine. If none comes, it is not running: npm run worker starts it."
    actions={<RoutineStrip />}
  />
);
