"use client";

import { useEffect } from "react";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { Beside, Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { PlainTable } from "@/components/ui/plain-table";
import { LinePlot } from "@/components/ui/plot";
import { dayOf, minuteOf } from "@/components/ui/time";
import { LinkTo, None, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { pers } from "../../pers/pers.resource";
import { firmwareRollouts } from "../firmware-rollout.resource";
import styles from "./firmware-rollout.module.css";
import { gateSentences, pauseSentence, type Rollout, reasonWord, waveName } from "./firmware-rollout.words";
import { WaveBar, waveWord } from "./rollout-wave-bar.part";

const failedOf = (id: string) => pers.list({ rolloutId: id, rolloutStatus: "failed" });

/** The curve of what ended, and why and where devices failed. */
function Story({ record }: { record: Rollout }) {
  const { id, startedAt } = record;
  const picture = trpc.firmwareRollouts.picture.useQuery({ id }, { enabled: startedAt !== null });
  const { refetch } = picture;
  const { installed, failed } = record.counts;
  useEffect(() => {
    if (startedAt !== null && installed + failed > 0) void refetch();
  }, [startedAt, installed, failed, refetch]);
  if (startedAt === null) return null;
  return (
    <Answer of={picture}>
      {({ points, failures, models }) => (
        <>
          <Section title="Installed and failed">
            {points.length === 0 ? (
              <p className={styles.lead}>{t("No device has ended yet.")}</p>
            ) : (
              <LinePlot
                title="Devices that installed and that failed"
                unit="Until"
                points={points.map(({ at }) => ({
                  name: `${dayOf(at)}, ${minuteOf(at)}`,
                  href: pers.list({ rolloutId: id }),
                }))}
                lines={[
                  {
                    label: t("installed"),
                    colour: "var(--pd-ok)",
                    values: sums(points.map((one) => one.installed)),
                    href: pers.list({ rolloutId: id, rolloutStatus: "installed" }),
                  },
                  {
                    label: t("failed"),
                    colour: "var(--pd-bad)",
                    values: sums(points.map((one) => one.failed)),
                    href: failedOf(id),
                  },
                ]}
              />
            )}
          </Section>
          {failures.length > 0 && (
            <Section title="Why devices failed">
              <PlainTable heads={["Reason", "Devices"]}>
                {failures.map(({ reason, devices }) => (
                  <tr key={reason}>
                    <td>{reasonWord(reason)}</td>
                    <td>
                      <LinkTo href={failedOf(id)}>{formatted(devices)}</LinkTo>
                    </td>
                  </tr>
                ))}
              </PlainTable>
            </Section>
          )}
          {models.length > 0 && (
            <Section title="By model">
              <PlainTable heads={["Model", "Installed", "Failed"]}>
                {models.map((model) => (
                  <tr key={model.id}>
                    <td>{model.label}</td>
                    <td>{formatted(model.installed)}</td>
                    <td>{formatted(model.failed)}</td>
                  </tr>
                ))}
              </PlainTable>
            </Section>
          )}
        </>
      )}
    </Answer>
  );
}

const sums = (values: number[]) => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
};

/** How a rollout stands: its waves, its gates with their present figures, and what ended how. */
export function RolloutOverviewTab({ record }: { record: Rollout }) {
  const { status, progress, sentBackReason, counts } = record;
  const utils = trpc.useUtils();
  const isMoving = ["preparing", "scheduled", "running", "paused"].includes(status);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void utils.firmwareRollouts.get.invalidate({ id: record.id }), 3000);
    return () => clearInterval(timer);
  }, [isMoving, record.id, utils]);
  const person = (one: { name: string } | null) => one?.name ?? <None />;
  return (
    <Beside
      first="story"
      facts={
        <Facts
          facts={[
            ["Started", <When key="started" at={record.startedAt} />],
            ["Ended", <When key="ended" at={record.endedAt} />],
            ["Not before", <When key="startAt" at={record.startAt} />],
            ["Offers per hour", record.maxPerHour === null ? t("No limit") : formatted(record.maxPerHour)],
            ["Newer versions too", record.allowDowngrade ? t("Yes") : t("No")],
            ["Excluded", formatted(counts.excluded)],
            ["Obtained in another way", formatted(counts.superseded)],
            ["Let go", formatted(counts.cancelled)],
            ["Made by", person(record.createdBy)],
            ["Started by", person(record.startedBy)],
            ["Approved by", person(record.approvedBy)],
            [
              "Takes back",
              record.rollsBackId ? (
                <RecordLink key="back" of={firmwareRollouts} id={record.rollsBackId}>
                  {t("Rollout")}
                </RecordLink>
              ) : (
                <None key="back" />
              ),
            ],
            [
              "Devices",
              <LinkTo key="devices" href={pers.list({ rolloutId: record.id })}>
                {t("Show devices")}
              </LinkTo>,
            ],
          ]}
        />
      }
      story={
        <>
          {(status === "paused" || status === "cancelled") && (
            <p className={styles.why} data-tone={status === "paused" ? "bad" : undefined} role="status">
              {pauseSentence(record)}
            </p>
          )}
          {status === "draft" && sentBackReason && (
            <p className={styles.why}>{t("Sent back: {reason}", { reason: sentBackReason })}</p>
          )}
          {progress && (
            <p className={styles.why} role="status">
              {t("{prepared} of {devices} devices looked at", {
                prepared: formatted(progress.prepared),
                devices: formatted(progress.devices),
              })}
            </p>
          )}
          <Section title="Waves">
            <ul className={styles.waves}>
              {record.waves.map((wave) => (
                <WaveBar
                  key={wave.index}
                  title={waveName(wave)}
                  note={waveWord(wave.status)}
                  counts={wave.counts}
                  devices={wave.devices}
                />
              ))}
            </ul>
          </Section>
          <Section title="Gates">
            <ul className={styles.gates}>
              {gateSentences(record).map(([rule, now]) => (
                <li key={rule}>
                  <span>{rule}</span>
                  {now && <b>{now}</b>}
                </li>
              ))}
            </ul>
          </Section>
          <Story record={record} />
        </>
      }
    />
  );
}
