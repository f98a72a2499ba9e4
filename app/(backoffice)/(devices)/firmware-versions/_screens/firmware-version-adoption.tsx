"use client";

import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { LinePlot } from "@/components/ui/plot";
import { dayOf } from "@/components/ui/time";
import { pers } from "../../pers/pers.resource";
import styles from "./firmware-version.module.css";

/** How many devices ran the version, week by week. */
export function FirmwareVersionAdoption({ id }: { id: string }) {
  const href = pers.list({ firmwareVersionId: id });
  return (
    <Answer of={trpc.firmwareVersions.adoption.useQuery({ id })}>
      {({ weeks }) =>
        weeks.length === 0 ? (
          <p className={styles.lead}>No device has run it yet.</p>
        ) : (
          <div className={styles.adoption}>
            <LinePlot
              title="Devices that ran it at the end of each week"
              unit="Week of"
              points={weeks.map(({ week }) => ({ name: dayOf(week), href }))}
              lines={[
                {
                  label: "devices",
                  colour: "var(--pd-accent-fill)",
                  values: weeks.map(({ devices }) => devices),
                  href,
                },
              ]}
            />
          </div>
        )
      }
    </Answer>
  );
}
