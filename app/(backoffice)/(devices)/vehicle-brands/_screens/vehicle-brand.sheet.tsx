"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { LinkTo } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { PictureEditor } from "../../_screens/picture.field";
import { vehicleBrandMessages } from "../../vehicle-brand-messages/vehicle-brand-message.resource";
import { vehicleModels } from "../../vehicle-models/vehicle-model.resource";
import { vehicleBrands } from "../vehicle-brand.resource";
import { VehicleBrandForm } from "./vehicle-brand.form";

const modelsOf = (vehicleBrandId: string) => vehicleModels.list({ vehicleBrandId });

export function VehicleBrandSheet({ id }: { id: string }) {
  const setLogo = trpc.vehicleBrands.setLogo.useMutation();
  return (
    <ResourceSheet
      of={vehicleBrands}
      id={id}
      facts={(record) => (
        <>
          <LinkTo href={modelsOf(id)}>
            {t("{count, plural, one {# model} other {# models}}", { count: record.modelsCount })}
          </LinkTo>
          <LinkTo href={vehicleBrandMessages.list({ vehicleBrandId: id })}>{t("Messages to riders")}</LinkTo>
        </>
      )}
      about={(record) => [
        "name",
        [
          "Models",
          <LinkTo key="models" href={modelsOf(id)}>
            {formatted(record.modelsCount)}
          </LinkTo>,
        ],
      ]}
      edit={(record) => <VehicleBrandForm record={record} />}
      overview={(record) => (
        <PictureEditor
          of={vehicleBrands}
          title="Logo"
          url={record.logo}
          alt={t("Logo of {name}", { name: record.name })}
          save={(logo) => setLogo.mutateAsync({ id, logo, ifMatch: etagOf(record) })}
        />
      )}
      remove={() => ({ title: "Show models", href: modelsOf(id) })}
    />
  );
}
