"use client";

import { RecordLink } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { LinkTo, None } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { PictureEditor } from "../../_screens/picture.field";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { vehicles } from "../../vehicles/vehicle.resource";
import { vehicleModels } from "../vehicle-model.resource";
import { VehicleModelForm } from "./vehicle-model.form";
import { VehicleModelCopyButton } from "./vehicle-model-copy.button";

const vehiclesOf = (vehicleModelId: string) => vehicles.list({ vehicleModelId });

export function VehicleModelSheet({ id }: { id: string }) {
  const setPicture = trpc.vehicleModels.setPicture.useMutation();
  return (
    <ResourceSheet
      of={vehicleModels}
      id={id}
      facts={(record) => (
        <>
          <RecordLink of={vehicleBrands} id={record.vehicleBrandId}>
            {record.vehicleBrand.name}
          </RecordLink>
          <LinkTo href={vehiclesOf(id)}>
            {t("{count, plural, one {# vehicle} other {# vehicles}}", { count: record.vehiclesCount })}
          </LinkTo>
        </>
      )}
      actions={(record) => <VehicleModelCopyButton record={record} />}
      about={(record) => [
        [
          "Brand",
          <RecordLink key="brand" of={vehicleBrands} id={record.vehicleBrandId}>
            {record.vehicleBrand.name}
          </RecordLink>,
        ],
        "nameVehicleModel",
        "vehicleType",
        ["Model year", record.year ?? <None key="year" />],
        [
          "Vehicles",
          <LinkTo key="vehicles" href={vehiclesOf(id)}>
            {formatted(record.vehiclesCount)}
          </LinkTo>,
        ],
      ]}
      edit={(record) => <VehicleModelForm record={record} />}
      overview={(record) => (
        <PictureEditor
          of={vehicleModels}
          title="Picture"
          url={record.picture}
          alt={record.nameVehicleModel}
          save={(picture) => setPicture.mutateAsync({ id, picture, ifMatch: etagOf(record) })}
        />
      )}
      remove={() => ({ title: "Show vehicles", href: vehiclesOf(id) })}
    />
  );
}
