"use client";

import { CompanyName } from "@/app/_company/not-verified.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import type { RowOf } from "@/components/kit/resource";
import { useMay } from "@/components/kit/viewer";
import { None } from "@/components/ui/value";
import { modelWithBrand } from "@/server/devices/vehicle-model/vehicle-model.rules";
import { measured } from "@/server/kit/value/count.rules";
import { fleetVehicles } from "../fleet.resource";
import { dealers } from "../partner.resource";

export const nameOf = ({ vehicle }: RowOf<"fleetVehicles">) => vehicle.nameVehicle ?? vehicle.vehicleSerialNumber;

/** The vehicles that the company reaches: its own, those handed to it, and those of its devices and brands. */
export const FleetVehicleList = () => (
  <ResourceList
    of={fleetVehicles}
    columns={[
      { key: "vehicle.nameVehicle", title: "Vehicle", sort: true, cell: nameOf },
      { key: "vehicle.vehicleSerialNumber", sort: true, width: "160px", onPhone: true },
      {
        key: "rider.lastName",
        width: "150px",
        onPhone: true,
        cell: ({ rider }) => (rider ? `${rider.firstName} ${rider.lastName}` : <None />),
      },
      { key: "pers.nuSerialPersNumber", width: "150px" },
      {
        key: "vehicleModel.nameVehicleModel",
        sort: true,
        width: "170px",
        cell: ({ vehicleBrand, vehicleModel }) => modelWithBrand(vehicleBrand.name, vehicleModel.nameVehicleModel),
      },
      {
        key: "persDistance",
        sort: true,
        align: "right",
        width: "110px",
        onPhone: true,
        cell: (row) => measured(row.persDistance, "km"),
      },
      useMay()(dealers.may.read)
        ? { key: "dealer.name", width: "150px", cell: (row) => <CompanyName company={row.dealer} /> }
        : { key: "grantedBy.name", width: "150px", cell: (row) => <CompanyName company={row.grantedBy} /> },
    ]}
    filters={[
      "fastSearchString",
      {
        kind: "select",
        name: "rider",
        options: [
          { value: 1, label: "With a rider" },
          { value: 2, label: "Without a rider" },
        ],
      },
      { kind: "boolean", name: "isOwn", yes: "yes", no: "handed over, or by brand" },
      "vehicleBrand",
      "vehicleModel",
    ]}
    empty="No vehicles belong to your company or are handed over to it."
  />
);
