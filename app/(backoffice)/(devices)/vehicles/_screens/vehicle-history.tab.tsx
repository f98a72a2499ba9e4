"use client";

import { messageOf } from "@/components/kit/problem";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { LinkTo, When } from "@/components/ui/value";
import styles from "./vehicle.module.css";

/** Which PERS devices the vehicle carried, newest first. */
export function VehicleHistoryTab({ id }: { id: string }) {
  const { data, error } = trpc.vehicles.persHistory.useQuery({ id });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className={styles.lead}>Loading</p>;
  if (data.items.length === 0) return <p className={styles.lead}>No PERS device was put on this vehicle yet.</p>;
  return (
    <TimeLine
      events={data.items.map(({ id, persId, nuSerialPersNumber, startedAt, endedAt }) => ({
        id,
        at: startedAt,
        tone: endedAt ? undefined : "accent",
        what: (
          <>
            <LinkTo href={`/pers/${persId}`}>{nuSerialPersNumber}</LinkTo>{" "}
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
  );
}
