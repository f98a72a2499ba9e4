"use client";

import { Button } from "@mantine/core";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { ChildList } from "@/components/kit/list/child-list";
import { RowList } from "@/components/kit/list/row-list";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { None } from "@/components/ui/value";
import { t } from "@/texts/t";
import { fleetBrandsAt, fleetPersAt } from "../fleet.resource";
import { AlertMark } from "./fleet-pers.list";
import { ImportLink, PartnerFrame, Waits } from "./partner.sheet";
import { useCompanyId } from "./portal.list";
import styles from "./portal.module.css";

type Subcontractor = RecordOf<"subcontractors">;

/** Devices and brands of the company, to be handed to a subcontractor beside what it has. */
function FreeDevices({ id }: { id: string }) {
  const companyId = useCompanyId();
  const handOverPers = trpc.subcontractors.handOverPers.useMutation();
  const handOverBrands = trpc.subcontractors.handOverBrands.useMutation();
  return (
    <>
      <Section title="Hand over devices">
        <ChildList
          of={fleetPersAt(`/portal/${companyId}`)}
          where={{ companyId }}
          columns={[
            { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber" },
            { key: "vehicle", width: "180px", cell: ({ vehicle }) => vehicle?.nameVehicle ?? <None /> },
            { key: "subcontractor", width: "180px", onPhone: true, cell: (row) => row.subcontractor?.name ?? <None /> },
          ]}
          filters={["serialPersNumber", "modelPers"]}
          href={null}
          bulk={[
            {
              title: "Hand over",
              needs: "company-subcontractor.write",
              run: async (persIds) => {
                const { changed } = await handOverPers.mutateAsync({ companyId, id, persIds });
                return t("{count} handed over", { count: changed });
              },
            },
          ]}
          empty="Your company has no devices to hand over."
        />
      </Section>
      <Section title="Hand over brands">
        <ChildList
          of={fleetBrandsAt(`/portal/${companyId}`)}
          where={{ companyId, linkType: 1 }}
          columns={["name"]}
          filters={["name"]}
          href={null}
          bulk={[
            {
              title: "Hand over",
              needs: "company-subcontractor.write",
              run: async (vehicleBrandIds) => {
                const { changed } = await handOverBrands.mutateAsync({ companyId, id, vehicleBrandIds });
                return t("{count} handed over", { count: changed });
              },
            },
          ]}
          empty="Your company has no brands to hand over."
        />
      </Section>
    </>
  );
}

const TakeBack = ({ name, run }: { name: string; run: () => Promise<unknown> }) => (
  <Button
    size="compact-sm"
    variant="default"
    onClick={() =>
      attempt(async () => {
        await run();
        notify(t("{name} taken back", { name }));
      })
    }
  >
    {t("Take back")}
  </Button>
);

/** What a subcontractor has, with the ways to take it back. */
function Handed({ record }: { record: Subcontractor }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-subcontractor.write");
  const takeBackPers = trpc.subcontractors.takeBackPers.useMutation();
  const takeBackBrands = trpc.subcontractors.takeBackBrands.useMutation();
  const { id, brands } = record;
  return (
    <>
      <Section title="Devices">
        {mayWrite && <ImportLink href={`/portal/${companyId}/subcontractors/${id}/import`} />}
        <ChildList
          of={fleetPersAt(`/portal/${companyId}`)}
          where={{ companyId, subcontractorId: record.company.id ?? id }}
          columns={[
            { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber" },
            { key: "pers.modelPERS", width: "150px", cell: (row) => row.pers.modelPERS.label },
            { key: "vehicle", width: "180px", onPhone: true, cell: ({ vehicle }) => vehicle?.nameVehicle ?? <None /> },
            { key: "openAlerts", width: "120px", onPhone: true, cell: (row) => <AlertMark count={row.openAlerts} /> },
          ]}
          filters={["serialPersNumber"]}
          href={null}
          bulk={[
            {
              title: "Take back",
              needs: "company-subcontractor.write",
              danger: true,
              run: async (persIds) => {
                const { changed } = await takeBackPers.mutateAsync({ companyId, id, persIds });
                return t("{count} taken back", { count: changed });
              },
            },
          ]}
          empty="Select devices below, or import a list."
        />
      </Section>
      <Section title={t("Brands ({count})", { count: brands.length })}>
        <p className={styles.help}>{t("A brand gives access to your own vehicles and devices of that brand only.")}</p>
        <RowList
          title="brands"
          rows={brands}
          columns={[
            { key: "name", title: "Name" },
            {
              key: "id",
              title: "Change",
              align: "right",
              width: "120px",
              onPhone: true,
              cell: (brand) =>
                mayWrite && (
                  <TakeBack
                    name={brand.name}
                    run={() => takeBackBrands.mutateAsync({ companyId, id, vehicleBrandIds: [brand.id] })}
                  />
                ),
            },
          ]}
          empty="Select brands below."
        />
      </Section>
    </>
  );
}

/** One subcontractor: its devices and brands, and what could be handed to it. */
export function SubcontractorSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  const mayWrite = useMay()("company-subcontractor.write");
  return (
    <Answer of={trpc.subcontractors.get.useQuery({ companyId, id })}>
      {(record) => (
        <PartnerFrame kind="subcontractors" record={record}>
          {record.status === "invited" && <Waits />}
          {record.status === "accepted" && (
            <>
              <Handed record={record} />
              {mayWrite && <FreeDevices id={id} />}
            </>
          )}
        </PartnerFrame>
      )}
    </Answer>
  );
}
