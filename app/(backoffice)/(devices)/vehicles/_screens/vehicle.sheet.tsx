"use client";

import dynamic from "next/dynamic";
import { VehicleReachTab } from "@/app/(backoffice)/(companies)/companies/_screens/reach.tab";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useAhead } from "@/components/kit/use-ahead";
import { useMay } from "@/components/kit/viewer";
import { Status } from "@/components/ui/value";
import { modelWithBrand } from "@/server/devices/vehicle-model/vehicle-model.rules";
import { t } from "@/texts/t";
import { alertDesk } from "../../alert-desk/alert-desk.resource";
import { vehicles } from "../vehicle.resource";
import { VehicleForm } from "./vehicle.form";
import { VehicleHead, VehicleSentence } from "./vehicle-head.words";
import { VehicleHistoryTab } from "./vehicle-history.tab";
import { VehicleOverviewTab } from "./vehicle-overview.tab";
import { VehiclePersButton } from "./vehicle-pers.button";

const { part, ahead } = lazyParts();
const AlertsTab = dynamic(
  part(() => import("../../alert-desk/_screens/alerts.tab").then((tab) => tab.AlertsTab)),
  { loading: Bones },
);

export const VehicleSheet = ({ id }: { id: string }) => {
  const may = useMay();
  useAhead(ahead);
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
        ...(may(alertDesk.may.read)
          ? [{ key: "alerts", title: "Alerts", content: () => <AlertsTab about={{ vehicleId: id }} /> }]
          : []),
        ...(may("company-reach.read")
          ? [{ key: "reach", title: "Access", content: () => <VehicleReachTab id={id} /> }]
          : []),
      ]}
      remove
    />
  );
};
