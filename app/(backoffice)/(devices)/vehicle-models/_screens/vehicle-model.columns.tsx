import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo, None } from "@/components/ui/value";
import { brandSource } from "../../vehicles/_screens/vehicle.words";

export const vehicleModelList = defineList({
  name: "vehicleModels",
  columns: [
    { key: "nameVehicleModel", title: "Model", sort: true, width: "220px" },
    { key: "vehicleBrand.name", title: "Brand", sort: true, width: "160px" },
    { key: "vehicleType", title: "Type", sort: true, width: "140px" },
    { key: "year", title: "Year", sort: true, align: "right", width: "90px", cell: (row) => row.year ?? <None /> },
    {
      key: "vehiclesCount",
      title: "Vehicles",
      align: "right",
      width: "110px",
      cell: (row) => (
        <LinkTo href={`/vehicles?vehicleModelId=${row.id}`}>{row.vehiclesCount.toLocaleString("en")}</LinkTo>
      ),
    },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "nameVehicleModel", title: "Model" },
    { kind: "record", name: "vehicleBrandId", title: "Brand", source: brandSource },
    { kind: "text", name: "vehicleType", title: "Type" },
  ],
  search: "nameVehicleModel",
});
