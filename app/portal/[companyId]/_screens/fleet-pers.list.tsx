"use client";

import { CompanyName } from "@/app/_company/not-verified.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import type { RowOf } from "@/components/kit/resource";
import { None, Status, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { fleetPers } from "../fleet.resource";

export const AlertMark = ({ count }: { count: number }) =>
  count > 0 ? <Status tone="bad">{count === 1 ? t("1 alert") : t("{count} alerts", { count })}</Status> : <None />;

const vehicleOf = ({ vehicle }: RowOf<"fleetPers">) =>
  vehicle ? (vehicle.nameVehicle ?? vehicle.vehicleSerialNumber) : <None />;

/** The devices that the company reaches: its own, those handed to it, and those on its vehicles. */
export const FleetPersList = () => (
  <ResourceList
    of={fleetPers}
    columns={[
      { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber", width: "160px" },
      { key: "vehicle.nameVehicle", title: "Vehicle", cell: vehicleOf, onPhone: true },
      { key: "openAlerts", width: "120px", cell: (row) => <AlertMark count={row.openAlerts} />, onPhone: true },
      { key: "lastMessageAt", width: "150px", cell: (row) => <When at={row.lastMessageAt} />, onPhone: true },
      {
        key: "pers.modelPERS",
        sort: "modelPERS.label",
        width: "130px",
        cell: (row) => row.pers.modelPERS.label,
      },
      {
        key: "pers.firmwareVersion",
        sort: "firmwareVersion",
        width: "110px",
        cell: (row) => row.pers.firmwareVersion?.firmwareVersion ?? <None />,
      },
      { key: "manufacturer", width: "150px", cell: (row) => <CompanyName company={row.manufacturer} />, hidden: true },
      { key: "subcontractor", width: "150px", cell: (row) => <CompanyName company={row.subcontractor} /> },
    ]}
    filters={[
      "serialPersNumber",
      { kind: "boolean", name: "hasAlerts", yes: "open", no: "none" },
      { kind: "boolean", name: "isSilent", yes: "more than a day ago", no: "within a day" },
      { kind: "boolean", name: "isFirmwareBehind", yes: "offered", no: "none" },
      {
        kind: "select",
        name: "associateStatus",
        options: [
          { value: 1, label: "On a vehicle" },
          { value: 2, label: "Free" },
        ],
      },
      "modelPers",
      "subcontractor",
    ]}
    empty="No PERS devices are linked to your company or handed over to it."
  />
);
