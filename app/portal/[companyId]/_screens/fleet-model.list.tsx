"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { None, Status } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { fleetModels } from "../fleet.resource";

/** The models for everybody, which a company reads, and its own, which it edits. */
export function FleetModelList() {
  return (
    <ResourceList
      of={fleetModels}
      columns={[
        { key: "nameVehicleModel", sort: true },
        { key: "vehicleBrand.name", sort: true, width: "160px", onPhone: true },
        { key: "vehicleType", sort: true, width: "130px", onPhone: true },
        { key: "year", sort: true, align: "right", width: "110px", cell: ({ year }) => year ?? <None /> },
        {
          key: "companyId",
          width: "120px",
          onPhone: true,
          cell: ({ companyId }) =>
            companyId ? <Status tone="info">{t("Own")}</Status> : <Status>{t("Everyone")}</Status>,
        },
        {
          key: "vehiclesCount",
          align: "right",
          width: "110px",
          cell: ({ vehiclesCount }) => formatted(vehiclesCount),
        },
      ]}
      filters={["nameVehicleModel", { kind: "boolean", name: "isOwn", yes: "own", no: "for everyone" }]}
      empty="No vehicle models yet."
    />
  );
}
