import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo, None } from "@/components/ui/value";
import styles from "./pers.module.css";
import { firmwareSource, modelSource, PersStatusMark, statusOptions } from "./pers.words";

export const persList = defineList({
  name: "pers",
  columns: [
    {
      key: "nuSerialPersNumber",
      title: "Serial number",
      sort: true,
      width: "170px",
      cell: (row) => <span className={styles.serial}>{row.nuSerialPersNumber}</span>,
    },
    { key: "modelPERS.label", title: "Model", sort: true, width: "130px" },
    {
      key: "status",
      title: "Status",
      sort: true,
      width: "140px",
      cell: (row) => <PersStatusMark status={row.status} />,
    },
    { key: "firmwareVersion.firmwareVersion", title: "Firmware", sort: "firmwareVersion", width: "110px" },
    { key: "vehicle.nameVehicle", title: "Vehicle", cell: (row) => vehicleName(row.vehicle) },
    { key: "manufacturer.name", title: "Manufacturer" },
    {
      key: "kitDiffers",
      title: "Kit",
      width: "100px",
      cell: (row) => (row.kitDiffers ? <span title="Differs from the initial kit">Changed</span> : <None />),
    },
    { key: "erpPersId", title: "ERP id", sort: true, width: "120px", hidden: true },
    { key: "vehicle.vehicleSerialNumber", title: "Vehicle serial number", hidden: true },
    { key: "vehicle.vehicleRegistrationNumber", title: "Registration number", hidden: true },
    { key: "vehicle.vehicleBrand", title: "Vehicle brand", hidden: true },
    { key: "subcontractor.name", title: "Subcontractor", hidden: true },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "nuSerialPersNumber", title: "Serial number" },
    { kind: "record", name: "modelPERSId", title: "Model", source: modelSource },
    { kind: "select", name: "status", title: "Status", options: statusOptions },
    { kind: "record", name: "firmwareVersionId", title: "Firmware", source: firmwareSource },
    { kind: "boolean", name: "hasFirmware", title: "Firmware status", yes: "set", no: "none" },
    { kind: "text", name: "nameVehicle", title: "Vehicle" },
    { kind: "text", name: "vehicleBrand", title: "Vehicle brand" },
    { kind: "text", name: "vehicleSerialNumber", title: "Vehicle serial number" },
    { kind: "text", name: "vehicleRegistrationNumber", title: "Registration number" },
    { kind: "text", name: "manufacturer", title: "Manufacturer" },
    { kind: "text", name: "subcontractor", title: "Subcontractor" },
    { kind: "boolean", name: "isSilent", title: "Last heard", yes: "over a day ago", no: "within a day" },
    { kind: "boolean", name: "kitDiffers", title: "Kit", yes: "changed", no: "as delivered" },
    { kind: "text", name: "currentKitConfiguration", title: "Current kit" },
    { kind: "text", name: "initialKitConfiguration", title: "Initial kit" },
    { kind: "text", name: "erpPersId", title: "ERP id" },
  ],
  search: "nuSerialPersNumber",
});

function vehicleName(vehicle: { id: string; nameVehicle: string | null; vehicleSerialNumber: string } | null) {
  if (!vehicle) return <None />;
  return (
    <LinkTo href={`/vehicles/${vehicle.id}`}>
      <span title={vehicle.vehicleSerialNumber}>{vehicle.nameVehicle ?? vehicle.vehicleSerialNumber}</span>
    </LinkTo>
  );
}
