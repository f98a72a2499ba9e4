"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { routineLogs } from "../routine-log.resource";
import { routineLogShows } from "./routine-log.columns";
import { RoutineStrip } from "./routine-strip";

export const RoutineLogList = () => (
  <ResourceList
    of={routineLogs}
    {...routineLogShows}
    href={null}
    empty="The worker writes a line here each time it runs a routine. If none comes, it is not running: npm run worker starts it."
    actions={<RoutineStrip />}
  />
);
