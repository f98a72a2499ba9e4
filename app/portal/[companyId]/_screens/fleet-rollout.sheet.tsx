"use client";

import { Answer } from "@/components/kit/answer";
import { ChildList } from "@/components/kit/list/child-list";
import { PageHeader } from "@/components/kit/page-header";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { When } from "@/components/ui/value";
import { pauseWords } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { t } from "@/texts/t";
import {
  DeviceStatusMark,
  deviceStatusOptions,
  RolloutStatusMark,
  reasonWord,
} from "../../../(backoffice)/(devices)/firmware-rollouts/_screens/firmware-rollout.words";
import { WaveBar, waveWord } from "../../../(backoffice)/(devices)/firmware-rollouts/_screens/rollout-wave-bar.part";
import { fleetPers, fleetRolloutDevices, fleetRollouts } from "../fleet.resource";
import { useCompanyId } from "./company-id.hook";
import styles from "./portal.module.css";

type Rollout = RecordOf<"fleetRollouts">;

/** Why it stands still, in words of the product: what people of staff wrote is theirs. */
const standsStill = ({ status, pauseReason }: Rollout) =>
  status === "paused" && pauseReason ? t(pauseWords[pauseReason.code as keyof typeof pauseWords] ?? "Paused") : null;

/** The company's devices of a rollout, one by one. */
const RolloutDevices = ({ id }: { id: string }) => (
  <ChildList
    of={fleetRolloutDevices}
    where={{ rolloutId: id }}
    columns={[
      {
        key: "pers.nuSerialPersNumber",
        width: "190px",
        cell: (row) => (
          <RecordLink of={fleetPers} id={row.pers.id}>
            {row.pers.nuSerialPersNumber}
          </RecordLink>
        ),
      },
      { key: "status", width: "130px", onPhone: true, cell: ({ status }) => <DeviceStatusMark status={status} /> },
      { key: "reason", cell: ({ reason }) => (reason === null ? null : reasonWord(reason)) },
      { key: "fromVersion", width: "110px" },
      { key: "offeredAt", sort: true, width: "140px", cell: ({ offeredAt }) => <When at={offeredAt} /> },
      { key: "endedAt", sort: true, width: "140px", onPhone: true, cell: ({ endedAt }) => <When at={endedAt} /> },
    ]}
    filters={["search", { kind: "select", name: "status", options: deviceStatusOptions.filter(isShown) }]}
    href={null}
    empty="None of your devices is in this rollout any more."
  />
);

/** A company has no devices that are left out. */
const isShown = ({ value }: { value: string }) => value !== "excluded";

/** A rollout as it concerns the company: its own devices, and nothing to do. */
export function FleetRolloutSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const query = trpc.fleetRollouts.get.useQuery(
    { companyId, id },
    { refetchInterval: ({ state }) => (state.data && state.data.endedAt === null ? 10_000 : false) },
  );
  return (
    <Answer of={query}>
      {(record) => (
        <>
          <PageHeader
            title={record.name}
            beside={<RolloutStatusMark status={record.status} />}
            facts={<span>{`${record.firmwareVersion.category.label} ${record.firmwareVersion.firmwareVersion}`}</span>}
          />
          {standsStill(record) && (
            <p className={styles.help} role="status">
              {standsStill(record)}
            </p>
          )}
          <Section title="Your devices">
            <ul className={styles.plain}>
              <WaveBar title={fleetRollouts.title(record)} counts={record.counts} devices={record.devices} />
              {record.waves.length > 1 &&
                record.waves.map((wave) => (
                  <WaveBar
                    key={wave.index}
                    title={t("Wave {number}", { number: wave.index + 1 })}
                    note={waveWord(wave.status)}
                    counts={wave.counts}
                    devices={wave.devices}
                  />
                ))}
            </ul>
          </Section>
          <Section title="About">
            <Facts
              facts={[
                ["Not before", <When key="startAt" at={record.startAt} />],
                ["Started", <When key="started" at={record.startedAt} />],
                ["Ended", <When key="ended" at={record.endedAt} />],
              ]}
            />
          </Section>
          <Section title="Devices">
            <RolloutDevices id={id} />
          </Section>
        </>
      )}
    </Answer>
  );
}
