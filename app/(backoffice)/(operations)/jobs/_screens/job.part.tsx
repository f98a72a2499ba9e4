"use client";

import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { notificationDeliveries } from "@/app/(backoffice)/(notifications)/notification-deliveries/notification-delivery.resource";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { BulkList } from "@/components/kit/bulk/bulk-list";
import { ScreenHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { PlainTable } from "@/components/ui/plain-table";
import { LinkTo, None, Status, type Tone, When } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { jobStatusWords } from "@/server/operations/job/job.rules";
import { routineWord } from "@/server/operations/routine-log/routine-log.rules";
import { t } from "@/texts/t";
import { routineLogs } from "../../routine-log/routine-log.resource";
import { jobs } from "../job.resource";
import styles from "./job.module.css";

type JobStatus = keyof typeof jobStatusWords;
const statuses = Object.keys(jobStatusWords) as JobStatus[]; // its own keys
const tones: Record<JobStatus, Tone> = { running: "info", waiting: "quiet", retrying: "warn", failed: "bad" };
const everyMs = 5_000;

interface Counts {
  running: number;
  waiting: number;
  retrying: number;
  failed: number;
  oldestAt: string | null;
}

const CountCells = ({ of, failedHref }: { of: Counts; failedHref?: string }) => (
  <>
    <td>{of.running}</td>
    <td>{of.waiting}</td>
    <td>{of.retrying}</td>
    <td>{of.failed > 0 && failedHref ? <LinkTo href={failedHref}>{of.failed}</LinkTo> : of.failed}</td>
    <td>{of.oldestAt ? <When at={of.oldestAt} /> : <None />}</td>
  </>
);

/** The queues, and the routines with their last and next runs; asked again every few seconds. */
function Overview() {
  const overview = trpc.jobs.overview.useQuery(undefined, { refetchInterval: everyMs });
  return (
    <Answer of={overview}>
      {({ queues, sends, routines }) => (
        <>
          <h2>{t("Queues")}</h2>
          <PlainTable heads={["Queue", "Running", "Waiting", "Retrying", "Failed", "Oldest"]} className={styles.queues}>
            {sends.map((send) => (
              <tr key={send.type}>
                <td>{t("Notifications: {channel}", { channel: t(notificationTypes[send.type]) })}</td>
                <CountCells of={send} failedHref={`${notificationDeliveries.at}?status=failed`} />
              </tr>
            ))}
            {queues.map((queue) => (
              <tr key={queue.task}>
                <td>
                  <code>{queue.task}</code>
                </td>
                <CountCells of={queue} />
              </tr>
            ))}
            {queues.length + sends.length === 0 && (
              <tr>
                <td colSpan={6}>{t("Nothing waits, and nothing has failed.")}</td>
              </tr>
            )}
          </PlainTable>
          <h2>{t("Routines")}</h2>
          <PlainTable heads={["Routine", "Last run", "Result", "Next run"]} className={styles.routines}>
            {routines.map(({ code, routine, lastAt, lastStatus, lastError, nextAt }) => (
              <tr key={code}>
                <td>
                  <LinkTo href={`${routineLogs.at}?codeRoutine=${code}`}>{t(routineWord(code, routine))}</LinkTo>
                </td>
                <td>{lastAt ? <When at={lastAt} /> : <None />}</td>
                <td>
                  {lastStatus === null && <None />}
                  {lastStatus === "done" && <Status tone="ok">{t("Done")}</Status>}
                  {lastStatus === "running" && <Status tone="info">{t("Running")}</Status>}
                  {lastStatus === "fail" && <Status tone="bad">{t("Failed")}</Status>} {lastError}
                </td>
                <td>
                  <When at={nextAt} />
                </td>
              </tr>
            ))}
          </PlainTable>
        </>
      )}
    </Answer>
  );
}

/** The newest jobs of a status, with the reason of those that failed and the way to run them again. */
function Newest() {
  const [status, setStatus] = useState<JobStatus>("failed");
  const newest = trpc.jobs.newest.useQuery({ status }, { refetchInterval: everyMs });
  const run = trpc.jobs.runAgain.useMutation();
  const canRun = status === "failed" || status === "retrying";
  const again = (ids: string[]) =>
    void attempt(async () => {
      const { queued } = await run.mutateAsync({ ids });
      notify(t("{count, plural, one {# job} other {# jobs}} queued.", { count: queued }));
    });
  return (
    <Answer of={newest}>
      {({ items, hasMore }) => (
        <>
          <div className={styles.head}>
            <h2>{t("Jobs")}</h2>
            <Select
              aria-label={t("Status")}
              data={statuses.map((one) => ({ value: one, label: t(jobStatusWords[one]) }))}
              value={status}
              onChange={(next) => setStatus(statuses.find((one) => one === next) ?? "failed")}
            />
            {canRun && items.length > 0 && (
              <Allowed needs="job.write">
                <Button variant="default" loading={run.isPending} onClick={() => again(items.map(({ id }) => id))}>
                  {t("Run all of these again")}
                </Button>
              </Allowed>
            )}
          </div>
          {items.length === 0 ? (
            <p>{t("There are no such jobs.")}</p>
          ) : (
            <PlainTable
              heads={["Task", "Status", "Attempts", "Queued", "Due", "Error", "Actions"]}
              className={styles.jobs}
            >
              {items.map((job) => (
                <tr key={job.id}>
                  <td>
                    <code>{job.task}</code>
                  </td>
                  <td>
                    <Status tone={tones[job.status]}>{t(jobStatusWords[job.status])}</Status>
                  </td>
                  <td>
                    {job.tries} / {job.mostTries}
                  </td>
                  <td>
                    <When at={job.createdAt} />
                  </td>
                  <td>
                    <When at={job.dueAt} />
                  </td>
                  <td>{job.error ?? <None />}</td>
                  <td>
                    {canRun && (
                      <Allowed needs="job.write">
                        <Button variant="default" size="compact-xs" onClick={() => again([job.id])}>
                          {t("Run again")}
                        </Button>
                      </Allowed>
                    )}
                  </td>
                </tr>
              ))}
            </PlainTable>
          )}
          {hasMore && <p>{t("There are more; these are the newest 200.")}</p>}
        </>
      )}
    </Answer>
  );
}

/** What the workers do: queues, routines, and jobs that failed. */
export const JobList = () => (
  <>
    <ScreenHeader of={jobs} />
    <div className={styles.page}>
      <h2>{t("Bulk changes")}</h2>
      <BulkList />
      <Overview />
      <Newest />
    </div>
  </>
);
