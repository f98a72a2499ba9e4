"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { Status } from "@/components/ui/value";
import { VehicleForm } from "./vehicle.form";
import { persSource, vehicleModelSource } from "./vehicle.words";
import { VehicleHistoryTab } from "./vehicle-history.tab";
import { VehicleOverviewTab } from "./vehicle-overview.tab";
import { VehiclePersButton } from "./vehicle-pers.button";

export const VehicleSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="vehicles"
    id={id}
    one="vehicle"
    objectType="vehicle"
    title={(record) => record.nameVehicle ?? record.vehicleSerialNumber}
    beside={(record) => (
      <Status tone={record.pers ? "ok" : "quiet"}>{record.pers ? "Has a PERS device" : "No PERS device"}</Status>
    )}
    facts={(record) => (
      <span>
        {record.vehicleBrand.name} {record.vehicleModel.nameVehicleModel}
      </span>
    )}
    actions={(record) => <VehiclePersButton record={record} />}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <VehicleOverviewTab record={record} /> },
      { key: "devices", title: "Devices", content: () => <VehicleHistoryTab id={id} /> },
      { key: "edit", title: "Edit", content: (record) => <VehicleForm record={record} /> },
    ]}
    fields={{
      vehicleSerialNumber: "Serial number",
      vehicleModelId: { title: "Model", source: vehicleModelSource },
      nameVehicle: "Name",
      vehicleRegistrationNumber: "Registration",
      persDistance: "Distance",
      persId: { title: "PERS device", source: persSource },
    }}
    verbs={{ "assign-pers": "put a PERS device on this", "remove-pers": "took the PERS device off this" }}
    needs="vehicle.write"
    remove={{ list: "/vehicles", href: (id) => `/vehicles/${id}` }}
  />
);
