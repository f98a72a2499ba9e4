"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import styles from "./pers.module.css";

/** Every firmware the device ran, newest first; one that was deleted since is no link. */
export function PersFirmwareTab({ id }: { id: string }) {
  return (
    <Answer of={trpc.pers.firmwareHistory.useQuery({ id })}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.lead}>No firmware was recorded for this device yet.</p>
        ) : (
          <TimeLine
            events={items.map((run, index) => ({
              id: run.id,
              at: run.installedAt,
              tone: index === 0 ? "accent" : undefined,
              what: run.category ? (
                <>
                  <RecordLink of={firmwareVersions} id={run.firmwareVersionId}>
                    {run.firmwareVersion}
                  </RecordLink>{" "}
                  of {run.category}
                </>
              ) : (
                `${run.firmwareVersion ?? "A version"}, deleted since`
              ),
            }))}
          />
        )
      }
    </Answer>
  );
}
