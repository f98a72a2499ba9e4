"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { trpc } from "@/components/kit/trpc";
import { LinkTo } from "@/components/ui/value";
import { PictureEditor } from "../../_screens/picture-editor";
import { VehicleBrandForm } from "./vehicle-brand.form";

const modelsOf = (id: string) => `/vehicle-models?vehicleBrandId=${id}`;

export function VehicleBrandSheet({ id }: { id: string }) {
  const setLogo = trpc.vehicleBrands.setLogo.useMutation();
  const utils = trpc.useUtils();
  return (
    <ResourceSheet
      name="vehicleBrands"
      id={id}
      one="brand"
      objectType="vehicle-brand"
      title={(record) => record.name}
      facts={(record) => (
        <>
          <LinkTo
            href={modelsOf(id)}
          >{`${record.modelsCount} ${record.modelsCount === 1 ? "model" : "models"}`}</LinkTo>
          <LinkTo href={`/brand-messages?vehicleBrandId=${id}`}>Messages to riders</LinkTo>
        </>
      )}
      tabs={[
        {
          key: "overview",
          title: "Overview",
          content: (record) => (
            <>
              <VehicleBrandForm record={record} />
              <PictureEditor
                title="Logo"
                url={record.logo}
                alt={`Logo of ${record.name}`}
                save={(logo) =>
                  setLogo
                    .mutateAsync({ id, logo, ifMatch: `"${record.version}"` })
                    .finally(() => Promise.all([utils.vehicleBrands.invalidate(), utils.audit.history.invalidate()]))
                }
              />
            </>
          ),
        },
      ]}
      fields={{ name: "Name", logo: "Logo" }}
      needs="vehicle.write"
      remove={{
        list: "/vehicle-brands",
        href: (id) => `/vehicle-brands/${id}`,
        usedBy: (id) => ({ title: "Show its models", href: modelsOf(id) }),
      }}
    />
  );
}
