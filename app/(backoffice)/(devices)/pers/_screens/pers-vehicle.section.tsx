"use client";

import type { ReactNode } from "react";
import { messageOf } from "@/components/kit/problem";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Copyable, LinkTo, None, When } from "@/components/ui/value";
import styles from "./pers.module.css";

type Vehicle = NonNullable<RecordOf<"pers">["vehicle"]>;

/** Who rides the vehicle; the device itself knows only the vehicle. */
function Rider({ vehicleId }: { vehicleId: string }) {
  const { data, error } = trpc.vehicles.get.useQuery({ id: vehicleId });
  if (error) return messageOf(error);
  if (!data) return "Loading";
  return data.rider ? `${data.rider.firstName} ${data.rider.lastName}, ${data.rider.email}` : <None />;
}

const VehicleFacts = ({ vehicle, isLinked }: { vehicle: Vehicle; isLinked: boolean }) => {
  const name = vehicle.nameVehicle ?? vehicle.vehicleSerialNumber;
  return (
    <Facts
      facts={[
        [
          "Name",
          isLinked ? (
            <LinkTo key="name" href={`/vehicles/${vehicle.id}`}>
              {name}
            </LinkTo>
          ) : (
            name
          ),
        ],
        [
          "Brand",
          <LinkTo key="brand" href={`/pers?${new URLSearchParams({ vehicleBrand: vehicle.vehicleBrand })}`}>
            {vehicle.vehicleBrand}
          </LinkTo>,
        ],
        ["Serial number", <Copyable key="serial" value={vehicle.vehicleSerialNumber} />],
        [
          "Registration",
          vehicle.vehicleRegistrationNumber ? (
            <Copyable key="registration" value={vehicle.vehicleRegistrationNumber} />
          ) : (
            <None key="registration" />
          ),
        ],
        ...(isLinked ? [["Rider", <Rider key="rider" vehicleId={vehicle.id} />] as [string, ReactNode]] : []),
      ]}
    />
  );
};

/** The vehicles the device was on, newest first. */
function VehicleHistory({ id }: { id: string }) {
  const { data, error } = trpc.vehicles.ofPers.useQuery({ id });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data?.items.length) return null;
  return (
    <TimeLine
      events={data.items.map(({ id, vehicleId, vehicleSerialNumber, startedAt, endedAt }) => ({
        id,
        at: startedAt,
        tone: endedAt ? undefined : "accent",
        what: (
          <>
            {endedAt ? "Was on " : "Is on "}
            <LinkTo href={`/vehicles/${vehicleId}`}>{vehicleSerialNumber}</LinkTo>{" "}
            {endedAt ? (
              <>
                until <When at={endedAt} />, put on
              </>
            ) : (
              "since"
            )}
          </>
        ),
      }))}
    />
  );
}

/** The vehicle a device is on, its rider, and the vehicles before it. */
export function PersVehicleSection({ record }: { record: RecordOf<"pers"> }) {
  const mayRead = useMay()("vehicle.read");
  return (
    <Section title="Vehicle and rider">
      {record.vehicle ? (
        <VehicleFacts vehicle={record.vehicle} isLinked={mayRead} />
      ) : (
        <p className={styles.lead}>It is on no vehicle.</p>
      )}
      {mayRead && <VehicleHistory id={record.id} />}
    </Section>
  );
}
