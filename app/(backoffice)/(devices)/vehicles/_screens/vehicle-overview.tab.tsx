"use client";

import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { Copyable, LinkTo, None, When } from "@/components/ui/value";
import styles from "./vehicle.module.css";

/** What a vehicle is, what it carries and who rides it. */
export function VehicleOverviewTab({ record }: { record: RecordOf<"vehicles"> }) {
  const { vehicleModel, vehicleBrand, pers, rider } = record;
  return (
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
            <LinkTo key="brand" href={`/vehicle-brands/${vehicleBrand.id}`}>
              {vehicleBrand.name}
            </LinkTo>,
          ],
          [
            "Model",
            <LinkTo key="model" href={`/vehicle-models/${vehicleModel.id}`}>
              {vehicleModel.nameVehicleModel}
            </LinkTo>,
          ],
          ["Type", vehicleModel.vehicleType],
          ["Model year", vehicleModel.year ?? <None key="year" />],
          ["Distance", `${record.persDistance.toLocaleString("en")} km`],
          ["Changed", <When key="changed" at={record.updatedAt} />],
        ]}
      />
      <Section title="On it">
        <Facts
          facts={[
            [
              "PERS device",
              <LinkTo key="pers" href={`/pers/${pers?.id}`}>
                {pers?.nuSerialPersNumber}
              </LinkTo>,
            ],
            ["Rider", rider ? `${rider.firstName} ${rider.lastName}, ${rider.email}` : <None key="rider" />],
          ]}
        />
      </Section>
    </>
  );
}
