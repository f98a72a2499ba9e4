"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { Section } from "@/components/kit/sheet/facts";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { PlainTable } from "@/components/ui/plain-table";
import { None, When } from "@/components/ui/value";
import { firmwareTypes } from "@/server/devices/firmware-version/firmware-version.rules";
import { t } from "@/texts/t";
import { DeviceStatusMark, reasonWord, waitSentence } from "../../firmware-rollouts/_screens/firmware-rollout.words";
import { firmwareRollouts } from "../../firmware-rollouts/firmware-rollout.resource";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import styles from "./pers.module.css";

const saidBy = {
  report: "It reported the installation",
  message: "It said so in a message",
  person: "A person entered it",
};

/** What the device runs, one version of each type. */
const Runs = ({ id }: { id: string }) => (
  <Section title="Runs now">
    <Answer of={trpc.pers.firmware.useQuery({ id })}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.lead}>{t("No firmware recorded for this device yet.")}</p>
        ) : (
          <PlainTable heads={["Type", "Version", "Since", "Known because"]}>
            {items.map(({ firmwareType, firmwareVersion, saidAt, by }) => (
              <tr key={firmwareType}>
                <td>{t(firmwareTypes[firmwareType] ?? "")}</td>
                <td>
                  <RecordLink of={firmwareVersions} id={firmwareVersion.id}>
                    {firmwareVersion.firmwareVersion}
                  </RecordLink>
                </td>
                <td>
                  <When at={saidAt} />
                </td>
                <td>{t(saidBy[by])}</td>
              </tr>
            ))}
          </PlainTable>
        )
      }
    </Answer>
  </Section>
);

/** What the device is to be updated with, why it waits, and what became of earlier updates. */
const Updates = ({ id }: { id: string }) => (
  <Answer of={trpc.firmwareRollouts.ofPers.useQuery({ id })}>
    {({ held, earlier }) => (
      <>
        <Section title="Update">
          {held.length === 0 && <p className={styles.lead}>{t("No rollout brings this device anything now.")}</p>}
          {held.map(({ waits, rollout, firmwareVersion, status, offeredAt, ...one }) => (
            <p key={one.id}>
              <DeviceStatusMark status={status} />{" "}
              <RecordLink of={firmwareVersions} id={firmwareVersion.id}>
                {firmwareVersion.firmwareVersion}
              </RecordLink>{" "}
              {t("by the rollout")}{" "}
              <RecordLink of={firmwareRollouts} id={rollout.id}>
                {rollout.name}
              </RecordLink>
              {". "}
              {waits !== null && waitSentence(waits, rollout.status)}
              {waits === null && one.reason !== null && `${reasonWord(one.reason)}. `}
              {status === "offered" && <When at={offeredAt} />}
            </p>
          ))}
        </Section>
        {earlier.length > 0 && (
          <Section title="Earlier updates">
            <PlainTable heads={["Rollout", "Version", "Ran before", "Status", "Reason", "Ended"]}>
              {earlier.map(({ rollout, firmwareVersion, status, reason, fromVersion, endedAt, ...one }) => (
                <tr key={one.id}>
                  <td>
                    <RecordLink of={firmwareRollouts} id={rollout.id}>
                      {rollout.name}
                    </RecordLink>
                  </td>
                  <td>
                    <RecordLink of={firmwareVersions} id={firmwareVersion.id}>
                      {firmwareVersion.firmwareVersion}
                    </RecordLink>
                  </td>
                  <td>{fromVersion ?? <None />}</td>
                  <td>
                    <DeviceStatusMark status={status} />
                  </td>
                  <td>{reason === null ? <None /> : reasonWord(reason)}</td>
                  <td>
                    <When at={endedAt} />
                  </td>
                </tr>
              ))}
            </PlainTable>
          </Section>
        )}
      </>
    )}
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
