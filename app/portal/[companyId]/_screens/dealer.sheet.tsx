"use client";

import { Answer } from "@/components/kit/answer";
import { ChildList } from "@/components/kit/list/child-list";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { fleetVehiclesAt } from "../fleet.resource";
import { nameOf } from "./fleet-vehicle.list";
import { ImportLink, PartnerFrame, Waits } from "./partner.sheet";
import { useCompanyId } from "./portal.list";

/** The company's vehicles, to be handed to a dealer. */
function FreeVehicles({ id }: { id: string }) {
  const companyId = useCompanyId();
  const handOver = trpc.dealers.handOverVehicles.useMutation();
  return (
    <Section title="Hand over">
      <ChildList
        of={fleetVehiclesAt(`/portal/${companyId}`)}
        where={{ companyId, isOwn: true }}
        columns={[
          { key: "vehicle.nameVehicle", title: "Vehicle", cell: nameOf },
          { key: "vehicle.vehicleSerialNumber", sort: true, width: "170px", onPhone: true },
          { key: "vehicleModel.nameVehicleModel", width: "170px" },
          { key: "dealer.name", width: "160px", onPhone: true },
        ]}
        filters={["fastSearchString"]}
        href={null}
        bulk={[
          {
            title: "Hand over",
            needs: "company-dealer.write",
            run: async (vehicleIds) => {
              const { changed } = await handOver.mutateAsync({ companyId, id, vehicleIds });
              return t("{count} handed over", { count: changed });
            },
          },
        ]}
        empty="No vehicles belong to your company."
      />
    </Section>
  );
}

/** What a dealer has from this company. */
function DealerVehicles({ id, dealerId }: { id: string; dealerId: string }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-dealer.write");
  const takeBack = trpc.dealers.takeBackVehicles.useMutation();
  return (
    <Section title="Vehicles">
      {mayWrite && <ImportLink href={`/portal/${companyId}/dealers/${id}/import`} />}
      <ChildList
        of={fleetVehiclesAt(`/portal/${companyId}`)}
        where={{ companyId, dealerId }}
        columns={[
          { key: "vehicle.vehicleSerialNumber", sort: true },
          { key: "vehicle.nameVehicle", sort: true, width: "170px", onPhone: true },
          { key: "vehicleBrand.name", width: "150px" },
          { key: "vehicleModel.nameVehicleModel", width: "150px", onPhone: true },
        ]}
        filters={["fastSearchString"]}
        href={null}
        bulk={[
          {
            title: "Take back",
            needs: "company-dealer.write",
            danger: true,
            run: async (vehicleIds) => {
              const { changed } = await takeBack.mutateAsync({ companyId, id, vehicleIds });
              return t("{count} taken back", { count: changed });
            },
          },
        ]}
        empty="Select vehicles below, or import a list."
      />
    </Section>
  );
}

/** One dealer: its vehicles, and what could be handed to it. */
export function DealerSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-dealer.write");
  return (
    <Answer of={trpc.dealers.get.useQuery({ companyId, id })}>
      {(record) => (
        <PartnerFrame kind="dealers" record={record}>
          {record.status === "invited" && <Waits />}
          {record.status === "accepted" && (
            <>
              {record.company.id && <DealerVehicles id={id} dealerId={record.company.id} />}
              {mayWrite && <FreeVehicles id={id} />}
            </>
          )}
        </PartnerFrame>
      )}
    </Answer>
  );
}
