import { defineList } from "@/components/kit/list/definition";
import { LinkTo, When } from "@/components/ui/value";
import { brandSource } from "../../vehicles/_screens/vehicle.words";

export const vehicleModelList = defineList({
  name: "vehicleModels",
  columns: [
    { key: "nameVehicleModel", title: "Model", sort: true, width: "220px" },
    { key: "vehicleBrand.name", title: "Brand", sort: true, width: "160px" },
    { key: "vehicleType", title: "Type", sort: true, width: "140px" },
    { key: "year", title: "Year", sort: true, align: "right", width: "90px" },
    {
      key: "vehiclesCount",
      title: "Vehicles",
      align: "right",
      width: "110px",
      cell: (row) => (
        <LinkTo href={`/vehicles?vehicleModelId=${row.id}`}>{row.vehiclesCount.toLocaleString("en")}</LinkTo>
      ),
    },
    { key: "updatedAt", title: "Changed", sort: true, width: "130px", cell: (row) => <When at={row.updatedAt} /> },
    {
      key: "createdAt",
      title: "Created",
      sort: true,
      width: "130px",
      hidden: true,
      cell: (row) => <When at={row.createdAt} />,
    },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "text", name: "nameVehicleModel", title: "Model" },
    { kind: "record", name: "vehicleBrandId", title: "Brand", source: brandSource },
    { kind: "text", name: "vehicleType", title: "Type" },
  ],
  search: "nameVehicleModel",
});
