"use client";

import type { ReactNode } from "react";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { PlainTable } from "@/components/ui/plain-table";
import { None, When } from "@/components/ui/value";
import type { DeviceStatus } from "@/server/devices/firmware-rollout/states";
import { firmwareTypes } from "@/server/devices/firmware-version/firmware-version.rules";
import { t } from "@/texts/t";
import { DeviceStatusMark, reasonWord, waitSentence } from "../../firmware-rollouts/_screens/firmware-rollout.words";
import styles from "./pers.module.css";

// What a device says of its firmware, for staff and for companies; each has its own ways to versions and rollouts.

const saidBy = {
  report: "It reported the installation",
  message: "It said so in a message",
  person: "A person entered it",
};

type Version = { id: string; firmwareVersion: string };
type Status = RecordOf<"firmwareRollouts">["status"];
interface Named {
  id: string;
  name: string;
  status: Status;
}
export interface FirmwareLinks {
  version: (of: Version) => ReactNode;
  rollout: (of: Named) => ReactNode;
}

interface Update {
  id: string;
  rollout: Named;
  firmwareVersion: Version;
  status: DeviceStatus;
  reason: string | null;
  fromVersion: string | null;
  offeredAt: string | null;
  endedAt: string | null;
}

interface Run {
  firmwareType: number;
  firmwareVersion: Version;
  saidAt: string;
  by: keyof typeof saidBy;
}

/** What the device runs, one version of each type. */
export const FirmwareRuns = ({ items, links }: { items: Run[]; links: FirmwareLinks }) => (
  <Section title="Runs now">
    {items.length === 0 ? (
      <p className={styles.lead}>{t("No firmware recorded for this device yet.")}</p>
    ) : (
      <PlainTable heads={["Type", "Version", "Since", "Known because"]}>
        {items.map(({ firmwareType, firmwareVersion, saidAt, by }) => (
          <tr key={firmwareType}>
            <td className={styles.short}>{t(firmwareTypes[firmwareType] ?? "")}</td>
            <td>{links.version(firmwareVersion)}</td>
            <td>
              <When at={saidAt} />
            </td>
            <td>{t(saidBy[by])}</td>
          </tr>
        ))}
      </PlainTable>
    )}
  </Section>
);

/** What the device is to be updated with, why it waits, and what became of earlier updates. */
export const FirmwareUpdates = ({
  held,
  earlier,
  links,
}: {
  held: (Update & { waits: string | null })[];
  earlier: Update[];
  links: FirmwareLinks;
}) => (
  <>
    <Section title="Update">
      {held.length === 0 && <p className={styles.lead}>{t("No rollout brings this device anything now.")}</p>}
      {held.map(({ id, waits, rollout, firmwareVersion, status, reason, offeredAt }) => (
        <p key={id}>
          <DeviceStatusMark status={status} /> {links.version(firmwareVersion)} {t("by the rollout")}{" "}
          {links.rollout(rollout)}
          {". "}
          {waits !== null && waitSentence(waits, rollout.status)}
          {waits === null && reason !== null && `${reasonWord(reason)}. `}
          {status === "offered" && <When at={offeredAt} />}
        </p>
      ))}
    </Section>
    {earlier.length > 0 && (
      <Section title="Earlier updates">
        <PlainTable heads={["Rollout", "Version", "Ran before", "Status", "Reason", "Ended"]}>
          {earlier.map(({ id, rollout, firmwareVersion, status, reason, fromVersion, endedAt }) => (
            <tr key={id}>
              <td>{links.rollout(rollout)}</td>
              <td>{links.version(firmwareVersion)}</td>
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
);
