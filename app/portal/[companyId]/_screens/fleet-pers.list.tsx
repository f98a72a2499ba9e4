"use client";

import { CompanyName } from "@/app/_company/not-verified.words";
import { ResourceList } from "@/components/kit/list/resource-list";
import type { RowOf } from "@/components/kit/resource";
import { None, Status, When } from "@/components/ui/value";
import { alertTone } from "@/server/devices/alert/alert-urgency.rules";
import { t } from "@/texts/t";
import { silentOptions } from "../../../(backoffice)/(devices)/pers/_screens/pers.words";
import { fleetPers } from "../fleet.resource";

type Gravest = Pick<RowOf<"fleetPers">, "openAlerts" | "gravestAlert">;

/** What is wrong with a device: its gravest open alert, red where somebody has to act, and how many more there are. */
export const AlertMark = ({ openAlerts, gravestAlert: alert }: Gravest) =>
  alert ? (
    <span title={alert.level.name} suppressHydrationWarning>
      <Status tone={alertTone(alert.level.rank, alert.since, Date.now())}>
        {openAlerts > 1 ? t("{name} and {count} more", { name: alert.name, count: openAlerts - 1 }) : alert.name}
      </Status>
    </span>
  ) : (
    <None />
  );

const vehicleOf = ({ vehicle }: RowOf<"fleetPers">) =>
  vehicle ? (vehicle.nameVehicle ?? vehicle.vehicleSerialNumber) : <None />;

/** The devices that the company reaches: its own, those handed to it, and those on its vehicles. */
export const FleetPersList = () => (
  <ResourceList
    of={fleetPers}
    columns={[
      { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber", width: "160px" },
      { key: "vehicle.nameVehicle", title: "Vehicle", cell: vehicleOf, onPhone: true },
      {
        key: "openAlerts",
        width: "170px",
        export: ["gravestAlert.name", "openAlerts"],
        cell: AlertMark,
        onPhone: true,
      },
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
      { kind: "select", name: "silentForDays", options: silentOptions },
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
