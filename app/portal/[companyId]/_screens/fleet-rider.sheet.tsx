"use client";

import { UserStatus } from "@/app/(backoffice)/(people)/portal-users/_screens/person.words";
import { Answer } from "@/components/kit/answer";
import { useLinks } from "@/components/kit/base";
import { RowList } from "@/components/kit/list/row-list";
import { PageHeader } from "@/components/kit/page-header";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, None } from "@/components/ui/value";
import { measured } from "@/server/kit/value/count.rules";
import { fleetRiders, fleetVehicles } from "../fleet.resource";
import { useCompanyId } from "./company-id.hook";
import { FleetAlerts } from "./fleet-alerts.part";
import { FleetNotes } from "./fleet-notes.part";

/** Somebody who rides vehicles within the company's reach. */
export function FleetRiderSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const may = useMay();
  const vehicles = useLinks(fleetVehicles);
  return (
    <Answer of={trpc.fleetRiders.get.useQuery({ companyId, id })}>
      {(rider) => (
        <>
          <PageHeader title={fleetRiders.title(rider)} beside={<UserStatus status={rider.status} />} />
          <Section title="About">
            <Facts
              facts={[
                [
                  "E-mail",
                  <LinkTo key="email" href={`mailto:${rider.email}`}>
                    {rider.email}
                  </LinkTo>,
                ],
                [
                  "Phone",
                  rider.phoneNumber ? (
                    <LinkTo key="phone" href={`tel:${rider.phoneNumber}`}>
                      {rider.phoneNumber}
                    </LinkTo>
                  ) : (
                    <None key="phone" />
                  ),
                ],
              ]}
            />
          </Section>
          <Section title="Vehicles">
            <RowList
              title="vehicles"
              rows={rider.vehicles}
              href={may(fleetVehicles.may.read) ? (row) => vehicles.record(row.id) : undefined}
              columns={[
                {
                  key: "nameVehicle",
                  title: "Vehicle",
                  cell: ({ nameVehicle, vehicleSerialNumber }) => nameVehicle ?? vehicleSerialNumber,
                },
                { key: "vehicleSerialNumber", title: "Serial number", onPhone: true },
                {
                  key: "persDistance",
                  title: "Distance",
                  onPhone: true,
                  cell: ({ persDistance }) => measured(persDistance, "km"),
                },
              ]}
              empty=""
            />
          </Section>
          <FleetAlerts about={{ riderId: id }} />
          <FleetNotes kind="fleetRiders" id={id} />
        </>
      )}
    </Answer>
  );
}
