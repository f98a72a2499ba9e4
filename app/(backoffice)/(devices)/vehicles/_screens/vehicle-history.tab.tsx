"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { At } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { pers } from "../../pers/pers.resource";
import styles from "./vehicle.module.css";

/** Which PERS devices the vehicle carried, newest first. */
export const VehicleHistoryTab = ({ id }: { id: string }) => (
  <Answer of={trpc.vehicles.persHistory.useQuery({ id })}>
    {({ items }) =>
      items.length === 0 ? (
        <p className={styles.lead}>{t("This vehicle has not had a PERS device yet.")}</p>
      ) : (
        <TimeLine
          events={items.map(({ id, persId, nuSerialPersNumber, startedAt, endedAt }) => ({
            id,
            at: startedAt,
            tone: endedAt ? undefined : "accent",
            what: (
              <Rich
                text={endedAt ? "<device/> until <end/>, assigned" : "<device/>, assigned"}
                parts={{
                  device: () => (
                    <RecordLink of={pers} id={persId}>
                      {nuSerialPersNumber}
                    </RecordLink>
                  ),
                  end: () => endedAt && <At at={endedAt} />,
                }}
              />
            ),
          }))}
        />
      )
    }
  </Answer>
);
