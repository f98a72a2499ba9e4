import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { InnerLink } from "@/components/ui/inner-link";
import { None, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { vehicles } from "../../vehicles/vehicle.resource";
import { pers } from "../pers.resource";
import styles from "./pers.module.css";
import { PersStatusMark, silentOptions, statusOptions } from "./pers.words";

/** Retiring a device is asked about first, so it is done elsewhere. */
const editableStatuses = statusOptions.filter(({ value }) => value !== "retired");

export const persShows: Shows<"pers"> = {
  columns: [
    {
      key: "nuSerialPersNumber",
      sort: true,
      width: "170px",
      cell: (row) => <span className={styles.serial}>{row.nuSerialPersNumber}</span>,
    },
    { key: "modelPERS.label", sort: true, width: "130px" },
    {
      key: "status",
      sort: true,
      width: "130px",
      onPhone: true,
      edit: editableStatuses,
      isShort: true,
      cell: (row) => <PersStatusMark status={row.status} />,
    },
    { key: "firmwareVersion.firmwareVersion", sort: "firmwareVersion", width: "110px" },
    {
      key: "lastMessageAt",
      sort: true,
      width: "140px",
      onPhone: true,
      isShort: true,
      cell: (row) => <LastHeard at={row.lastMessageAt} />,
    },
    {
      key: "batteryLevel",
      align: "right",
      width: "90px",
      onPhone: true,
      cell: (row) => (row.batteryLevel === null ? <None /> : `${formatted(row.batteryLevel)} %`),
    },
    {
      key: "openAlerts",
      align: "right",
      width: "110px",
      onPhone: true,
      isShort: true,
      cell: (row) => <OpenAlerts id={row.id} count={row.openAlerts} />,
    },
    { key: "vehicle.nameVehicle", cell: ({ vehicle }) => vehicleName(vehicle), export: "vehicle" },
    { key: "manufacturer.name", hidden: true },
    {
      key: "kitDiffers",
      width: "100px",
      hidden: true,
      cell: (row) =>
        row.kitDiffers ? <span title={t("Differs from the initial kit")}>{t("Changed")}</span> : <None />,
    },
    { key: "erpPersId", sort: true, width: "120px", hidden: true },
    { key: "vehicle.vehicleSerialNumber", hidden: true },
    { key: "vehicle.vehicleRegistrationNumber", hidden: true },
    { key: "vehicle.vehicleBrand", hidden: true },
    { key: "subcontractor.name", hidden: true },
    ...stampColumns,
  ],
  filters: [
    "nuSerialPersNumber",
    { name: "modelPERSId", can: ["anyOf", "noneOf"] },
    { kind: "select", name: "status", options: statusOptions, can: ["anyOf", "noneOf"] },
    { name: "firmwareVersionId", can: ["anyOf", "noneOf", "isEmpty"] },
    { kind: "version", name: "firmwareVersion" },
    { kind: "boolean", name: "hasOpenAlert", yes: "open", no: "not open" },
    { name: "openAlertLevelId", can: ["anyOf", "noneOf"] },
    { kind: "days", name: "lastMessageAtInLastDays" },
    { kind: "boolean", name: "isSilent", yes: "more than a day ago", no: "within a day" },
    { kind: "select", name: "silentForDays", options: silentOptions },
    { kind: "boolean", name: "isFirmwareBehind", yes: "offered", no: "none" },
    { kind: "boolean", name: "lastMessageAtIsEmpty", title: "Ever heard", yes: "no", no: "yes" },
    { kind: "number", name: "batteryLevel", unit: "%" },
    "nameVehicle",
    "vehicleBrand",
    "vehicleSerialNumber",
    "vehicleRegistrationNumber",
    "manufacturer",
    "subcontractor",
    { kind: "boolean", name: "kitDiffers", yes: "changed", no: "as delivered" },
    "currentKitConfiguration",
    "initialKitConfiguration",
    { name: "erpPersId", can: ["isEmpty"] },
  ],
};

const vehicleName = (vehicle: RowOf<"pers">["vehicle"]) => (
  <RecordLink of={vehicles} id={vehicle?.id}>
    <span title={vehicle?.vehicleSerialNumber}>{vehicle?.nameVehicle ?? vehicle?.vehicleSerialNumber}</span>
  </RecordLink>
);

/** A device that never sent anything is another thing than one that has fallen silent. */
const LastHeard = ({ at }: { at: string | null }) =>
  at === null ? <span className={styles.quiet}>{t("Never")}</span> : <When at={at} />;

const OpenAlerts = ({ id, count }: { id: string; count: number }) =>
  count === 0 ? "0" : <InnerLink href={pers.record(id, "alerts")}>{formatted(count)}</InnerLink>;
