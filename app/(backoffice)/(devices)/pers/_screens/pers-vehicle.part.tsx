"use client";

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
import { vehicles } from "../../vehicles/vehicle.resource";
import { pers } from "../pers.resource";
import styles from "./pers.module.css";

type Vehicle = NonNullable<RecordOf<"pers">["vehicle"]>;

const VehicleFacts = ({ vehicle }: { vehicle: Vehicle }) => (
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

/** The vehicle a device is on, and the vehicles before it. */
export function PersVehicleSection({ record }: { record: RecordOf<"pers"> }) {
  const mayRead = useMay()(vehicles.may.read);
  return (
    <Section title="Vehicle">
      {record.vehicle ? (
        <VehicleFacts vehicle={record.vehicle} />
      ) : (
        <p className={styles.lead}>{t("Not on a vehicle.")}</p>
      )}
      {mayRead && <VehicleHistory id={record.id} />}
    </Section>
  );
}
