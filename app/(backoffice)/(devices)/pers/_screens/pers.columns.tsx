import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { None } from "@/components/ui/value";
import { vehicles } from "../../vehicles/vehicle.resource";
import styles from "./pers.module.css";
import { PersStatusMark, statusOptions } from "./pers.words";

export const persShows: Shows<"pers"> = {
  columns: [
    {
      key: "nuSerialPersNumber",
      sort: true,
      width: "170px",
      cell: (row) => <span className={styles.serial}>{row.nuSerialPersNumber}</span>,
    },
    { key: "modelPERS.label", sort: true, width: "130px" },
    { key: "status", sort: true, width: "140px", cell: (row) => <PersStatusMark status={row.status} /> },
    { key: "firmwareVersion.firmwareVersion", sort: "firmwareVersion", width: "110px" },
    { key: "vehicle.nameVehicle", cell: (row) => <VehicleName vehicle={row.vehicle} />, export: "vehicle" },
    "manufacturer.name",
    {
      key: "kitDiffers",
      width: "100px",
      cell: (row) => (row.kitDiffers ? <span title="Differs from the initial kit">Changed</span> : <None />),
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
    "modelPERSId",
    { kind: "select", name: "status", options: statusOptions },
    "firmwareVersionId",
    { kind: "boolean", name: "hasFirmware", yes: "set", no: "none" },
    "nameVehicle",
    "vehicleBrand",
    "vehicleSerialNumber",
    "vehicleRegistrationNumber",
    "manufacturer",
    "subcontractor",
    { kind: "boolean", name: "isSilent", yes: "over a day ago", no: "within a day" },
    { kind: "boolean", name: "kitDiffers", yes: "changed", no: "as delivered" },
    "currentKitConfiguration",
    "initialKitConfiguration",
    "erpPersId",
  ],
};

function VehicleName({ vehicle }: { vehicle: RowOf<"pers">["vehicle"] }) {
  return (
    <RecordLink of={vehicles} id={vehicle?.id}>
      <span title={vehicle?.vehicleSerialNumber}>{vehicle?.nameVehicle ?? vehicle?.vehicleSerialNumber}</span>
    </RecordLink>
  );
}
