"use client";

import type { ReactNode } from "react";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { At, Copyable, LinkTo, None } from "@/components/ui/value";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import { riderText } from "../../vehicles/_screens/vehicle.words";
import { vehicles } from "../../vehicles/vehicle.resource";
import { pers } from "../pers.resource";
import styles from "./pers.module.css";

type Vehicle = NonNullable<RecordOf<"pers">["vehicle"]>;

/** Who rides the vehicle; the device itself knows only the vehicle. */
const Rider = ({ vehicleId }: { vehicleId: string }) => (
  <Answer of={trpc.vehicles.get.useQuery({ id: vehicleId })}>
    {({ rider }) => (rider ? riderText(rider) : <None />)}
  </Answer>
);

const VehicleFacts = ({ vehicle, mayRead }: { vehicle: Vehicle; mayRead: boolean }) => (
  <Facts
    facts={[
      [
        "Name",
        <RecordLink key="name" of={vehicles} id={vehicle.id}>
          {vehicle.nameVehicle ?? vehicle.vehicleSerialNumber}
        </RecordLink>,
      ],
      [
        "Brand",
        <LinkTo key="brand" href={pers.list({ vehicleBrand: vehicle.vehicleBrand })}>
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
      ...(mayRead ? [["Rider", <Rider key="rider" vehicleId={vehicle.id} />] as [string, ReactNode]] : []),
    ]}
  />
);

/** The vehicles the device was on, newest first. */
const VehicleHistory = ({ id }: { id: string }) => (
  <Answer of={trpc.vehicles.ofPers.useQuery({ id })}>
    {({ items }) => (
      <TimeLine
        events={items.map(({ id, vehicleId, vehicleSerialNumber, startedAt, endedAt }) => ({
          id,
          at: startedAt,
          tone: endedAt ? undefined : "accent",
          what: (
            <Rich
              text={endedAt ? "On <vehicle/> until <end/>, assigned" : "On <vehicle/>, assigned"}
              parts={{
                vehicle: () => (
                  <RecordLink of={vehicles} id={vehicleId}>
                    {vehicleSerialNumber}
                  </RecordLink>
                ),
                end: () => endedAt && <At at={endedAt} />,
              }}
            />
          ),
        }))}
      />
    )}
  </Answer>
);

/** The vehicle a device is on, its rider, and the vehicles before it. */
export function PersVehicleSection({ record }: { record: RecordOf<"pers"> }) {
  const mayRead = useMay()(vehicles.may.read);
  return (
    <Section title="Vehicle and rider">
      {record.vehicle ? (
        <VehicleFacts vehicle={record.vehicle} mayRead={mayRead} />
      ) : (
        <p className={styles.lead}>{t("Not on a vehicle.")}</p>
      )}
      {mayRead && <VehicleHistory id={record.id} />}
    </Section>
  );
}
