import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import { None } from "@/components/ui/value";
import { measured } from "@/server/kit/value/count.rules";
import { pers } from "../../pers/pers.resource";

const riderName = (rider: { firstName: string; lastName: string } | null) =>
  rider ? `${rider.firstName} ${rider.lastName}` : <None />;

export const vehicleColumns: Shows<"vehicles">["columns"] = [
  { key: "vehicleSerialNumber", sort: true, width: "170px" },
  { key: "nameVehicle", sort: true, onPhone: true, edit: true },
  { key: "vehicleBrand.name", sort: true, width: "140px" },
  { key: "vehicleModel.nameVehicleModel", sort: true, width: "150px" },
  { key: "vehicleRegistrationNumber", sort: true, width: "150px", edit: true },
  {
    key: "pers.nuSerialPersNumber",
    width: "160px",
    onPhone: true,
    cell: (row) => (
      <RecordLink of={pers} id={row.persId}>
        {row.pers?.nuSerialPersNumber}
      </RecordLink>
    ),
  },
  { key: "rider.email", cell: (row) => riderName(row.rider), export: ["rider.firstName", "rider.lastName"] },
  {
    key: "persDistance",
    sort: true,
    align: "right",
    width: "110px",
    onPhone: true,
    cell: (row) => measured(row.persDistance, "km"),
  },
  { key: "vehicleModel.vehicleType", width: "120px", hidden: true },
  ...stampColumns,
];
