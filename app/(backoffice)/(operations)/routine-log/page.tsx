import { redirect } from "next/navigation";
import type { Address } from "@/app/_screen/asked-by";
import { listPage } from "@/app/_screen/list-page";
import { shownDays } from "./_screens/routine-log.columns";
import { RoutineLogList } from "./_screens/routine-log.list";
import { routineLogs } from "./routine-log.resource";

const LogPage = listPage(routineLogs, RoutineLogList, (trpc) => trpc.routineLogs.days.prefetch({ days: shownDays }));

/** Nearly all runs find nothing to do: who asks for nothing in particular sees the others. */
export default async function RoutineLogPage({ searchParams }: { searchParams: Promise<Address> }) {
  if (Object.keys(await searchParams).length === 0) redirect(routineLogs.list({ show: "worked" }));
  return LogPage({ searchParams });
}
