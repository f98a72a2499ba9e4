"use client";

import { Answer } from "@/components/kit/answer";
import { ChildList } from "@/components/kit/list/child-list";
import { RowList } from "@/components/kit/list/row-list";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { None } from "@/components/ui/value";
import { t } from "@/texts/t";
import { fleetVehicles } from "../fleet.resource";
import { dealers } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { nameOf } from "./fleet-vehicle.list";
import { ImportLink, isOpen, PartnerFrame, TakeBack, Waits } from "./partner.sheet";

/** The company's vehicles, to be handed to a dealer. */
function FreeVehicles({ id, isPrepared }: { id: string; isPrepared: boolean }) {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const handOver = trpc.dealers.handOverVehicles.useMutation();
  return (
    <Section title={isPrepared ? "Prepare to hand over" : "Hand over"}>
      <ChildList
        of={fleetVehicles}
        where={{ isOwn: true }}
        columns={[
          { key: "vehicle.vehicleSerialNumber", sort: true },
          { key: "vehicle.nameVehicle", title: "Vehicle", width: "170px", onPhone: true, cell: nameOf },
          { key: "vehicleModel.nameVehicleModel", width: "170px" },
          { key: "dealer.name", width: "160px", onPhone: true },
        ]}
        filters={["fastSearchString"]}
        href={null}
        bulk={[
          {
            title: isPrepared ? "Prepare" : "Hand over",
            needs: "company-dealer.write",
            run: async (vehicleIds) => {
              const { changed: count } = await handOver.mutateAsync({ companyId, id, vehicleIds });
              await utils.dealers.invalidate();
              return isPrepared ? t("{count} prepared", { count }) : t("{count} handed over", { count });
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
  const takeBack = trpc.dealers.takeBackVehicles.useMutation();
  return (
    <Section title="Vehicles">
      <ImportLink of={dealers} id={id} />
      <ChildList
        of={fleetVehicles}
        where={{ dealerId }}
        columns={[
          { key: "vehicle.vehicleSerialNumber", sort: true },
          { key: "vehicle.nameVehicle", sort: true, width: "170px", onPhone: true },
          { key: "vehicleBrand.name", width: "150px" },
          { key: "vehicleModel.nameVehicleModel", width: "150px" },
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

/** What the dealer gets when it accepts. */
function PreparedVehicles({ record }: { record: RecordOf<"dealers"> }) {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const unlink = trpc.dealerVehicles.unlink.useMutation();
  const { id, prepared } = record;
  return (
    <Section title={t("Prepared ({count})", { count: prepared.vehicles.length })}>
      <ImportLink of={dealers} id={id} />
      <RowList
        title="vehicles"
        rows={prepared.vehicles}
        columns={[
          { key: "vehicleSerialNumber", title: "Serial number" },
          { key: "nameVehicle", title: "Name", onPhone: true, cell: ({ nameVehicle }) => nameVehicle ?? <None /> },
          { key: "nameVehicleModel", title: "Model" },
          {
            key: "id",
            title: "Change",
            align: "right",
            width: "120px",
            onPhone: true,
            cell: (vehicle) => (
              <TakeBack
                needs="company-dealer.write"
                name={vehicle.vehicleSerialNumber}
                run={async () => {
                  await unlink.mutateAsync({ companyId, id, vehicleId: vehicle.id });
                  await utils.dealers.invalidate();
                }}
              />
            ),
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
          {isOpen(record.status) && (
            <>
              <Waits status={record.status} />
              <PreparedVehicles record={record} />
              {mayWrite && <FreeVehicles id={id} isPrepared />}
            </>
          )}
          {record.status === "accepted" && (
            <>
              {record.company.id && <DealerVehicles id={id} dealerId={record.company.id} />}
              {mayWrite && <FreeVehicles id={id} isPrepared={false} />}
            </>
          )}
        </PartnerFrame>
      )}
    </Answer>
  );
}
