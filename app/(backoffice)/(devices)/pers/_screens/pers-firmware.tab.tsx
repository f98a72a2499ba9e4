"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { Section } from "@/components/kit/sheet/facts";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { firmwareRollouts } from "../../firmware-rollouts/firmware-rollout.resource";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import styles from "./pers.module.css";
import { type FirmwareLinks, FirmwareRuns, FirmwareUpdates } from "./pers-firmware.part";

const links: FirmwareLinks = {
  version: ({ id, firmwareVersion }) => (
    <RecordLink of={firmwareVersions} id={id}>
      {firmwareVersion}
    </RecordLink>
  ),
  rollout: ({ id, name }) => (
    <RecordLink of={firmwareRollouts} id={id}>
      {name}
    </RecordLink>
  ),
};

const Runs = ({ id }: { id: string }) => (
  <Answer of={trpc.pers.firmware.useQuery({ id })}>
    {({ items }) => <FirmwareRuns items={items} links={links} />}
  </Answer>
);

const Updates = ({ id }: { id: string }) => (
  <Answer of={trpc.firmwareRollouts.ofPers.useQuery({ id })}>
    {(updates) => <FirmwareUpdates {...updates} links={links} />}
  </Answer>
);

/** Every firmware the device ran, newest first; one that was deleted since is no link. */
const History = ({ id }: { id: string }) => (
  <Section title="History">
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
  </Section>
);

/** What the device runs and ran, and what brings it something else. */
export function PersFirmwareTab({ id }: { id: string }) {
  const seesRollouts = useMay()(firmwareRollouts.may.read);
  return (
    <>
      <Runs id={id} />
      {seesRollouts && <Updates id={id} />}
      <History id={id} />
    </>
  );
}
