"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { LinkTo } from "@/components/ui/value";
import { PictureEditor } from "../../_screens/picture-editor";
import { brandSource } from "../../vehicles/_screens/vehicle.words";
import { VehicleModelForm } from "./vehicle-model.form";
import { VehicleModelCopyButton } from "./vehicle-model-copy.button";

const vehiclesOf = (id: string) => `/vehicles?vehicleModelId=${id}`;

export function VehicleModelSheet({ id }: { id: string }) {
  const setPicture = trpc.vehicleModels.setPicture.useMutation();
  const utils = trpc.useUtils();
  return (
    <ResourceSheet
      name="vehicleModels"
      id={id}
      one="vehicle model"
      objectType="vehicle-model"
      title={(record) => record.nameVehicleModel}
      facts={(record) => (
        <>
          <LinkTo href={`/vehicle-brands/${record.vehicleBrandId}`}>{record.vehicleBrand.name}</LinkTo>
          <LinkTo href={vehiclesOf(id)}>
            {`${record.vehiclesCount.toLocaleString("en")} ${record.vehiclesCount === 1 ? "vehicle" : "vehicles"}`}
          </LinkTo>
        </>
      )}
      actions={(record) => <VehicleModelCopyButton record={record} />}
      tabs={[
        {
          key: "overview",
          title: "Overview",
          content: (record) => (
            <>
              <VehicleModelForm record={record} />
              <PictureEditor
                title="Picture"
                url={record.picture}
                alt={record.nameVehicleModel}
                save={(picture) =>
                  setPicture
                    .mutateAsync({ id, picture, ifMatch: `"${record.version}"` })
                    .finally(() => Promise.all([utils.vehicleModels.invalidate(), utils.audit.history.invalidate()]))
                }
              />
            </>
          ),
        },
      ]}
      fields={{
        vehicleBrandId: { title: "Brand", source: brandSource },
        nameVehicleModel: "Name",
        vehicleType: "Type",
        year: "Model year",
        picture: "Picture",
      }}
      needs="vehicle.write"
      remove={{
        list: "/vehicle-models",
        href: (id) => `/vehicle-models/${id}`,
        usedBy: (id) => ({ title: "Show its vehicles", href: vehiclesOf(id) }),
      }}
    />
  );
}
