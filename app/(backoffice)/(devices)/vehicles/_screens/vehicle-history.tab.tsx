"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { When } from "@/components/ui/value";
import { pers } from "../../pers/pers.resource";
import styles from "./vehicle.module.css";

/** Which PERS devices the vehicle carried, newest first. */
export const VehicleHistoryTab = ({ id }: { id: string }) => (
  <Answer of={trpc.vehicles.persHistory.useQuery({ id })}>
    {({ items }) =>
      items.length === 0 ? (
        <p className={styles.lead}>No PERS device was put on this vehicle yet.</p>
      ) : (
        <TimeLine
          events={items.map(({ id, persId, nuSerialPersNumber, startedAt, endedAt }) => ({
            id,
            at: startedAt,
            tone: endedAt ? undefined : "accent",
            what: (
              <>
                <RecordLink of={pers} id={persId}>
                  {nuSerialPersNumber}
                </RecordLink>{" "}
                {endedAt ? (
                  <>
                    until <When at={endedAt} />, put on
                  </>
                ) : (
                  "is on it, put on"
                )}
              </>
            ),
          }))}
        />
      )
    }
  </Answer>
);
