"use client";

import Link from "next/link";
import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { dayOf } from "@/components/ui/time";
import { lastDays } from "@/texts/clock";
import { t } from "@/texts/t";
import { routineLogs } from "../routine-log.resource";
import { shownDays as days, routineLogShows } from "./routine-log.columns";
import styles from "./routine-log.module.css";

const [width, height, gap] = [4, 32, 1];

/** One bar a day for the last 90 days: green where all runs went well, red as far up as runs failed; a bar leads to its runs. */
function RoutineStrip() {
  const { data } = trpc.routineLogs.days.useQuery({ days });
  const ofDay = new Map<string, { done: number; fail: number }>();
  for (const { day, done, fail } of data ?? []) {
    const sum = ofDay.get(day) ?? { done: 0, fail: 0 };
    ofDay.set(day, { done: sum.done + done, fail: sum.fail + fail });
  }
  const failed = [...ofDay.values()].filter(({ fail }) => fail > 0).length;
  const words = t("{count, plural, =0 {no run failed} one {runs failed on # day} other {runs failed on # days}}", {
    count: failed,
  });
  return (
    <figure className={styles.strip}>
      <figcaption>
        {data ? t("Last {days} days: {words}", { days, words }) : t("Last {days} days", { days })}
      </figcaption>
      <svg viewBox={`0 0 ${days * (width + gap)} ${height}`} className={styles.plot}>
        <title>{words}</title>
        {lastDays(days).map((day, index) => {
          const { done, fail } = ofDay.get(day) ?? { done: 0, fail: 0 };
          const runs = done + fail;
          // Any failure is shown, even beside many runs that went well that day.
          const red = fail === 0 ? 0 : Math.max(8, Math.round((fail / runs) * height));
          const x = index * (width + gap);
          return (
            <Link
              key={day}
              href={routineLogs.list({ sentFrom: day, sentTo: day, status: fail ? "fail" : undefined })}
              tabIndex={fail ? 0 : -1}
              aria-label={t("{day}: {done} done, {fail} failed", { day: dayOf(day), done, fail })}
            >
              <title>{t("{day}: {done} done, {fail} failed", { day: dayOf(day), done, fail })}</title>
              <rect x={x} y={0} width={width} height={height} className={runs ? styles.done : styles.none} />
              {red > 0 && <rect x={x} y={height - red} width={width} height={red} className={styles.fail} />}
            </Link>
          );
        })}
      </svg>
    </figure>
  );
}

export const RoutineLogList = () => (
  <ResourceList
    of={routineLogs}
    {...routineLogShows}
    href={null}
    empty="The worker adds a line each time it runs a routine. If there are none, the worker is not running. Start it with npm run worker."
    actions={<RoutineStrip />}
  />
);
