"use client";

import { CompanyName } from "@/app/_company/not-verified.words";
import { Answer } from "@/components/kit/answer";
import { useLinks } from "@/components/kit/base";
import { PageHeader } from "@/components/kit/page-header";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { At, LinkTo, None } from "@/components/ui/value";
import { modelWithBrand } from "@/server/devices/vehicle-model/vehicle-model.rules";
import { measured } from "@/server/kit/value/count.rules";
import { fleetPers, fleetRiders } from "../fleet.resource";
import { dealers } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { FleetAlerts } from "./fleet-alerts.part";
import { FleetNotes } from "./fleet-notes.part";
import { nameOf } from "./fleet-vehicle.list";

/** One vehicle within the company's reach. */
export function FleetVehicleSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const may = useMay();
  const devices = useLinks(fleetPers);
  const riders = useLinks(fleetRiders);
  return (
    <Answer of={trpc.fleetVehicles.get.useQuery({ companyId, id })}>
      {(record) => {
        const { vehicle, vehicleBrand, vehicleModel, pers, rider, dealer, grantedBy, persDistance, startDate } = record;
        const riderName = rider && `${rider.firstName} ${rider.lastName}`;
        return (
          <>
            <PageHeader title={nameOf(record)} />
            <Section title="About">
              <Facts
                facts={[
                  ["Serial number", vehicle.vehicleSerialNumber],
                  ["Registration", vehicle.vehicleRegistrationNumber ?? <None key="registration" />],
                  ["Model", modelWithBrand(vehicleBrand.name, vehicleModel.nameVehicleModel)],
                  [
                    "PERS device",
                    pers && may(fleetPers.may.read) ? (
                      <LinkTo key="pers" href={devices.record(pers.id)}>
                        {pers.nuSerialPersNumber}
                      </LinkTo>
                    ) : (
                      (pers?.nuSerialPersNumber ?? <None key="pers" />)
                    ),
                  ],
                  [
                    "Rider",
                    rider && may(fleetRiders.may.read) ? (
                      <LinkTo key="rider" href={riders.record(rider.id)}>
                        {riderName}
                      </LinkTo>
                    ) : (
                      (riderName ?? <None key="rider" />)
                    ),
                  ],
                  ["Distance", measured(persDistance, "km")],
                  may(dealers.may.read)
                    ? ["Dealer", <CompanyName key="dealer" company={dealer} />]
                    : ["Handed over by", <CompanyName key="by" company={grantedBy} />],
                  ["With you since", <At key="since" at={startDate} />],
                ]}
              />
            </Section>
            <FleetAlerts about={{ vehicleId: id }} />
            <FleetNotes kind="fleetVehicles" id={id} />
          </>
        );
      }}
    </Answer>
  );
}
