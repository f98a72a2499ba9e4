"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import styles from "./pers.module.css";

/** Every firmware the device ran, newest first; one that was deleted since is no link. */
export function PersFirmwareTab({ id }: { id: string }) {
  return (
    <Answer of={trpc.pers.firmwareHistory.useQuery({ id })}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.lead}>{t("No firmware recorded for this device yet.")}</p>
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
                  {run.category}
                </>
              ) : (
                t("{version}, deleted since", { version: run.firmwareVersion ?? t("A version") })
              ),
            }))}
          />
        )
      }
    </Answer>
  );
}
