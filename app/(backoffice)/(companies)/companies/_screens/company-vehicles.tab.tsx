"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { Allowed } from "@/components/kit/allowed";
import { ChildList } from "@/components/kit/list/child-list";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { companies } from "../company.resource";
import { LinkVehiclesDialog } from "./company-vehicle-link.form";
import { companyVehicleLinks } from "./company-vehicle-link.words";
import { EndLinkButton } from "./end-link.button";

/** The vehicles that a company has; those that it had are in their history. */
export function VehiclesTab({ companyId }: { companyId: string }) {
  const mayOpen = useMay()(vehicles.may.read);
  const [isLinking, setIsLinking] = useState(false);
  return (
    <>
      {mayOpen && (
        <Allowed needs={companyVehicleLinks.may.write}>
          <Button mb="sm" onClick={() => setIsLinking(true)}>
            {t("Link vehicles")}
          </Button>
        </Allowed>
      )}
      {isLinking && <LinkVehiclesDialog companyId={companyId} onClose={() => setIsLinking(false)} />}
      <ChildList
        of={companyVehicleLinks}
        where={{ companyId }}
        sort="startDate:desc"
        columns={[
          { key: "vehicle.vehicleSerialNumber", sort: true, width: "170px" },
          { key: "vehicle.nameVehicle", onPhone: true, sort: true },
          { key: "vehicle.vehicleRegistrationNumber", width: "130px" },
          { key: "vehicleBrand.name", width: "130px" },
          { key: "vehicleModel.nameVehicleModel", width: "150px" },
          { key: "pers.nuSerialPersNumber", width: "150px" },
          {
            key: "dealer.name",
            width: "140px",
            cell: ({ dealer }) =>
              dealer ? (
                <RecordLink of={companies} id={dealer.id}>
                  {dealer.name}
                </RecordLink>
              ) : (
                <None />
              ),
          },
          { key: "startDate", title: "From", sort: true, width: "130px", cell: (row) => <When at={row.startDate} /> },
          {
            key: "id",
            title: "Change",
            onPhone: true,
            align: "right",
            width: "90px",
            cell: (row) => <End link={row} companyId={companyId} />,
          },
        ]}
        filters={["fastSearchString"]}
        href={(row) => (mayOpen ? vehicles.record(row.vehicle.id) : undefined)}
        empty="This company has no vehicles."
      />
    </>
  );
}

function End({ link, companyId }: { link: RowOf<"companyVehicleLinks">; companyId: string }) {
  const remove = trpc.companyVehicleLinks.remove.useMutation();
  return (
    <EndLinkButton
      needs={companyVehicleLinks.may.write}
      what={companyVehicleLinks.title(link)}
      period={link}
      isPending={remove.isPending}
      end={() => remove.mutateAsync({ companyId, linkId: link.linkId })}
    />
  );
}
