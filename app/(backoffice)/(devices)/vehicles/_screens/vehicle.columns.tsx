import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo, None } from "@/components/ui/value";
import { brandSource, vehicleModelSource } from "./vehicle.words";

const riderName = (rider: { firstName: string; lastName: string } | null) =>
  rider ? `${rider.firstName} ${rider.lastName}` : <None />;

export const vehicleList = defineList({
  name: "vehicles",
  columns: [
    { key: "vehicleSerialNumber", title: "Serial number", sort: true, width: "170px" },
    { key: "nameVehicle", title: "Name", sort: true },
    { key: "vehicleBrand.name", title: "Brand", sort: true, width: "140px" },
    { key: "vehicleModel.nameVehicleModel", title: "Model", sort: true, width: "150px" },
    { key: "vehicleRegistrationNumber", title: "Registration", sort: true, width: "130px" },
    {
      key: "pers.nuSerialPersNumber",
      title: "PERS device",
      width: "160px",
      cell: (row) => <LinkTo href={`/pers/${row.persId}`}>{row.pers?.nuSerialPersNumber}</LinkTo>,
    },
    { key: "rider.email", title: "Rider", cell: (row) => riderName(row.rider) },
    {
      key: "persDistance",
      title: "Distance",
      sort: true,
      align: "right",
      width: "110px",
      cell: (row) => `${row.persDistance.toLocaleString("en")} km`,
    },
    { key: "vehicleModel.vehicleType", title: "Type", width: "120px", hidden: true },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "fastSearchString", title: "Serial, registration or name" },
    { kind: "record", name: "vehicleBrandId", title: "Brand", source: brandSource },
    { kind: "record", name: "vehicleModelId", title: "Model", source: vehicleModelSource },
    { kind: "text", name: "vehicleType", title: "Type" },
    { kind: "text", name: "vehicleSerialNumber", title: "Serial number" },
    { kind: "text", name: "vehicleRegistrationNumber", title: "Registration" },
    { kind: "text", name: "nameVehicle", title: "Name" },
    { kind: "text", name: "nuSerialPersNumber", title: "PERS device" },
    {
      kind: "select",
      name: "associateStatus",
      title: "Device",
      options: [
        { value: 1, label: "Has a PERS device" },
        { value: 2, label: "Has none" },
      ],
    },
    {
      kind: "select",
      name: "rider",
      title: "Rider",
      options: [
        { value: 1, label: "Has a rider" },
        { value: 2, label: "Has none" },
      ],
    },
  ],
  search: "fastSearchString",
});
