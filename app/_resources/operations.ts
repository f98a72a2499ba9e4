import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import { routineLogs } from "@/app/(backoffice)/(operations)/routine-log/routine-log.resource";
import type { Screen } from "@/components/kit/screen";

/** The screens of the operations, in the order of the rail. */
export const operations: Screen[] = [mailLogs, routineLogs];
