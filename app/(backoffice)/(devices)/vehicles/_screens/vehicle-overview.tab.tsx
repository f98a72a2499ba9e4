"use client";

import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Beside, Facts, Section } from "@/components/kit/sheet/facts";
import { Copyable, None, When } from "@/components/ui/value";
import { measured } from "@/server/kit/value/count.rules";
import { pers as persResource } from "../../pers/pers.resource";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { vehicleModels } from "../../vehicle-models/vehicle-model.resource";
import styles from "./vehicle.module.css";

/** What a vehicle is, what it carries and who rides it. */
export function VehicleOverviewTab({ record }: { record: RecordOf<"vehicles"> }) {
  const { vehicleModel, vehicleBrand, pers } = record;
  return (
    <Beside
      first="facts"
      facts={
        <>
          {vehicleModel.picture && (
            // biome-ignore lint/performance/noImgElement: it comes from our own API, already small enough
            <img className={styles.picture} src={vehicleModel.picture} alt={vehicleModel.nameVehicleModel} />
          )}
          <Facts
            facts={[
              ["Serial number", <Copyable key="serial" value={record.vehicleSerialNumber} />],
              [
                "Registration",
                record.vehicleRegistrationNumber ? (
                  <Copyable key="registration" value={record.vehicleRegistrationNumber} />
                ) : (
                  <None key="registration" />
                ),
              ],
              [
                "Brand",
                <RecordLink key="brand" of={vehicleBrands} id={vehicleBrand.id}>
                  {vehicleBrand.name}
                </RecordLink>,
              ],
              [
                "Model",
                <RecordLink key="model" of={vehicleModels} id={vehicleModel.id}>
                  {vehicleModel.nameVehicleModel}
                </RecordLink>,
              ],
              ["Type", vehicleModel.vehicleType],
              ["Model year", vehicleModel.year ?? <None key="year" />],
              ["Distance", measured(record.persDistance, "km")],
              ["Changed", <When key="changed" at={record.updatedAt} />],
            ]}
          />
        </>
      }
      story={
        <Section title="PERS device">
          <Facts
            facts={[
              [
                "PERS device",
                <RecordLink key="pers" of={persResource} id={pers?.id}>
                  {pers?.nuSerialPersNumber}
                </RecordLink>,
              ],
            ]}
          />
        </Section>
      }
    />
  );
}
