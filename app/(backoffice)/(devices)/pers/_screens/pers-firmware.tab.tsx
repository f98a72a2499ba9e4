"use client";

import { messageOf } from "@/components/kit/problem";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { LinkTo } from "@/components/ui/value";
import styles from "./pers.module.css";

/** Every firmware the device ran, newest first; one that was deleted since is no link. */
export function PersFirmwareTab({ id }: { id: string }) {
  const { data, error } = trpc.pers.firmwareHistory.useQuery({ id });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className={styles.lead}>Loading</p>;
  if (data.items.length === 0) return <p className={styles.lead}>No firmware was recorded for this device yet.</p>;
  return (
    <TimeLine
      events={data.items.map((run, index) => ({
        id: run.id,
        at: run.installedAt,
        tone: index === 0 ? "accent" : undefined,
        what: run.category ? (
          <>
            <LinkTo href={`/firmware-versions/${run.firmwareVersionId}`}>{run.firmwareVersion}</LinkTo> of{" "}
            {run.category}
          </>
        ) : (
          `${run.firmwareVersion ?? "A version"}, deleted since`
        ),
      }))}
    />
  );
}
