"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { PictureEditor } from "@/app/(backoffice)/(devices)/_screens/picture.field";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { useLinks } from "@/components/kit/base";
import { NumberField, SelectField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { PageHeader } from "@/components/kit/page-header";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Dialog } from "@/components/ui/dialog";
import { None, Status } from "@/components/ui/value";
import { CreateVehicleModel } from "@/server/devices/vehicle-model/vehicle-model.schema";
import { formatted } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { fleetModels } from "../fleet.resource";
import { useCompanyId } from "./company-id.hook";

/** One of the company's own models, or a new one. */
export function FleetModelForm({ record }: { record?: RecordOf<"fleetVehicleModels"> }) {
  const companyId = useCompanyId();
  const brands = trpc.fleetBrands.rows.useQuery({ companyId, limit: 1000, sortBy: "name:asc" }).data?.items ?? [];
  const known = record && !brands.some(({ id }) => id === record.vehicleBrandId) ? [record.vehicleBrand] : [];
  return (
    <ResourceForm of={fleetModels} schema={CreateVehicleModel} record={record} within={{ companyId }}>
      {(f) => (
        <>
          <SelectField
            {...f.vehicleBrandId}
            options={[...brands, ...known].map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextField {...f.nameVehicleModel} help="Unique within the brand." />
          <TextField {...f.vehicleType} help="For example, city, cargo or trekking." />
          <NumberField {...f.year} min={1950} max={2100} optional />
        </>
      )}
    </ResourceForm>
  );
}

export const NewFleetModel = () => (
  <>
    <PageHeader title={t("New vehicle model")} />
    <FleetModelForm />
  </>
);

/** A copy under another name, which is the company's own. */
function CopyButton({ record }: { record: RecordOf<"fleetVehicleModels"> }) {
  const companyId = useCompanyId();
  const links = useLinks(fleetModels);
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const duplicate = trpc.fleetVehicleModels.duplicate.useMutation();
  return (
    <>
      <Allowed needs={fleetModels.may.write}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("Duplicate")}
        </Button>
      </Allowed>
      {isOpen && (
        <Dialog
          title={t("Duplicate {nameVehicleModel}", { nameVehicleModel: record.nameVehicleModel })}
          onClose={() => setIsOpen(false)}
        >
          <ResourceForm
            of={fleetModels}
            schema={CreateVehicleModel.pick({ nameVehicleModel: true })}
            opens={null}
            values={{ nameVehicleModel: `${record.nameVehicleModel} (copy)` }}
            save={async (values) => {
              const made = await duplicate.mutateAsync({ companyId, id: record.id, ...values });
              setIsOpen(false);
              router.push(links.record(made.id));
              return undefined;
            }}
          >
            {(f) => <TextField {...f.nameVehicleModel} />}
          </ResourceForm>
        </Dialog>
      )}
    </>
  );
}

/** A model: the company's own to edit, any other to read and to copy. */
export function FleetModelSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const links = useLinks(fleetModels);
  const router = useRouter();
  const mayWrite = useMay()(fleetModels.may.write);
  const setPicture = trpc.fleetVehicleModels.setPicture.useMutation();
  const remove = trpc.fleetVehicleModels.remove.useMutation();
  const take = (record: RecordOf<"fleetVehicleModels">) =>
    attempt(async () => {
      await remove.mutateAsync({ companyId, id, ifMatch: etagOf(record) });
      router.push(links.at);
    });
  return (
    <Answer of={trpc.fleetVehicleModels.get.useQuery({ companyId, id })}>
      {(record) => (
        <>
          <PageHeader
            title={record.nameVehicleModel}
            beside={record.companyId ? <Status tone="info">{t("Own")}</Status> : <Status>{t("For everyone")}</Status>}
            actions={
              <>
                {record.companyId && (
                  <Allowed needs={fleetModels.may.write}>
                    <Button variant="default" c="var(--pd-bad)" loading={remove.isPending} onClick={() => take(record)}>
                      {t("Delete")}
                    </Button>
                  </Allowed>
                )}
                <CopyButton record={record} />
              </>
            }
          />
          <Section title="About">
            <Facts
              facts={[
                ["Brand", record.vehicleBrand.name],
                ["Type", record.vehicleType],
                ["Model year", record.year ?? <None key="year" />],
                ["Vehicles you have access to", formatted(record.vehiclesCount)],
              ]}
            />
          </Section>
          {record.companyId && mayWrite && (
            <>
              <PictureEditor
                of={fleetModels}
                title="Picture"
                url={record.picture}
                alt={record.nameVehicleModel}
                save={(picture) => setPicture.mutateAsync({ companyId, id, picture, ifMatch: etagOf(record) })}
              />
              <Section title="Edit">
                <FleetModelForm record={record} />
              </Section>
            </>
          )}
        </>
      )}
    </Answer>
  );
}
