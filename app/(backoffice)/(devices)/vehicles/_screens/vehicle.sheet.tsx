"use client";

import { VehicleReachTab } from "@/app/(backoffice)/(companies)/companies/_screens/reach.tab";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { Status } from "@/components/ui/value";
import { modelWithBrand } from "@/server/devices/vehicle-model/vehicle-model.rules";
import { t } from "@/texts/t";
import { vehicles } from "../vehicle.resource";
import { VehicleForm } from "./vehicle.form";
import { VehicleHead, VehicleSentence } from "./vehicle-head.words";
import { VehicleHistoryTab } from "./vehicle-history.tab";
import { VehicleOverviewTab } from "./vehicle-overview.tab";
import { VehiclePersButton } from "./vehicle-pers.button";

export const VehicleSheet = ({ id }: { id: string }) => {
  const may = useMay();
  return (
    <ResourceSheet
      of={vehicles}
      id={id}
      beside={(record) => (
        <Status tone={record.pers ? "ok" : "quiet"}>
          {record.pers ? t("Has a PERS device") : t("No PERS device")}
        </Status>
      )}
      sentence={(record) => <VehicleSentence id={id} hasDevice={record.pers !== null} />}
      head={() => <VehicleHead id={id} />}
      facts={(record) => <span>{modelWithBrand(record.vehicleBrand.name, record.vehicleModel.nameVehicleModel)}</span>}
      actions={(record) => <VehiclePersButton record={record} />}
      overview={(record) => <VehicleOverviewTab record={record} />}
      edit={(record) => <VehicleForm record={record} />}
      tabs={[
        { key: "devices", title: "Devices", content: () => <VehicleHistoryTab id={id} /> },
        ...(may("company-reach.read")
          ? [{ key: "reach", title: "Access", content: () => <VehicleReachTab id={id} /> }]
          : []),
      ]}
      remove
    />
  );
};
