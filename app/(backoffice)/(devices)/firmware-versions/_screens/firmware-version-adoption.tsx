"use client";

import { messageOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { trpc } from "@/components/kit/trpc";
import { LinePlot } from "@/components/ui/plot";
import { dayOf } from "@/components/ui/time";
import styles from "./firmware-version.module.css";
import { devicesOf } from "./firmware-version.words";

/** How many devices ran the version, week by week. */
export function FirmwareVersionAdoption({ id }: { id: string }) {
  const { data, error } = trpc.firmwareVersions.adoption.useQuery({ id });
  if (error && !data)
    return (
      <p className={styles.lead} role="alert">
        {messageOf(error)}
      </p>
    );
  if (!data) return <Bones />;
  if (data.weeks.length === 0) return <p className={styles.lead}>No device has run it yet.</p>;
  return (
    <div className={styles.adoption}>
      <LinePlot
        title="Devices that ran it at the end of each week"
        unit="Week of"
        points={data.weeks.map(({ week }) => ({ name: dayOf(week), href: devicesOf(id) }))}
        lines={[
          {
            label: "devices",
            colour: "var(--pd-accent-fill)",
            values: data.weeks.map(({ devices }) => devices),
            href: devicesOf(id),
          },
        ]}
      />
    </div>
  );
}
