"use client";

import { Answer } from "@/components/kit/answer";
import { ChildList } from "@/components/kit/list/child-list";
import { RowList } from "@/components/kit/list/row-list";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { None } from "@/components/ui/value";
import { t } from "@/texts/t";
import { fleetBrands, fleetPers } from "../fleet.resource";
import { subcontractors } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { AlertMark } from "./fleet-pers.list";
import { ImportLink, isOpen, PartnerFrame, TakeBack, Waits } from "./partner.sheet";
import styles from "./portal.module.css";

type Subcontractor = RecordOf<"subcontractors">;

/** Devices and brands of the company, to be handed to a subcontractor beside what it has. */
function FreeDevices({ id, isPrepared }: { id: string; isPrepared: boolean }) {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const handOverPers = trpc.subcontractors.handOverPers.useMutation();
  const handOverBrands = trpc.subcontractors.handOverBrands.useMutation();
  const done = async ({ changed: count }: { changed: number }) => {
    await utils.subcontractors.invalidate();
    return isPrepared ? t("{count} prepared", { count }) : t("{count} handed over", { count });
  };
  return (
    <>
      <Section title={isPrepared ? "Prepare devices" : "Hand over devices"}>
        <ChildList
          of={fleetPers}
          columns={[
            { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber" },
            { key: "vehicle", width: "180px", onPhone: true, cell: ({ vehicle }) => vehicle?.nameVehicle ?? <None /> },
            { key: "subcontractor", width: "180px", onPhone: true, cell: (row) => row.subcontractor?.name ?? <None /> },
          ]}
          filters={["serialPersNumber", "modelPers"]}
          href={null}
          bulk={[
            {
              title: isPrepared ? "Prepare" : "Hand over",
              needs: "company-subcontractor.write",
              run: async (persIds) => done(await handOverPers.mutateAsync({ companyId, id, persIds })),
            },
          ]}
          empty="Your company has no devices to hand over."
        />
      </Section>
      <Section title={isPrepared ? "Prepare brands" : "Hand over brands"}>
        <ChildList
          of={fleetBrands}
          where={{ linkType: 1 }}
          columns={["name"]}
          filters={["name"]}
          href={null}
          bulk={[
            {
              title: isPrepared ? "Prepare" : "Hand over",
              needs: "company-subcontractor.write",
              run: async (vehicleBrandIds) =>
                done(await handOverBrands.mutateAsync({ companyId, id, vehicleBrandIds })),
            },
          ]}
          empty="Your company has no brands to hand over."
        />
      </Section>
    </>
  );
}

/** What the subcontractor gets when it accepts. */
function Prepared({ record }: { record: Subcontractor }) {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const takeBackPers = trpc.subcontractors.takeBackPers.useMutation();
  const takeBackBrands = trpc.subcontractors.takeBackBrands.useMutation();
  const { id } = record;
  const { pers, brands } = record.prepared;
  const takeBack = (name: string, run: () => Promise<unknown>) => (
    <TakeBack
      needs="company-subcontractor.write"
      name={name}
      run={async () => {
        await run();
        await utils.subcontractors.invalidate();
      }}
    />
  );
  const change = { title: "Change", align: "right", width: "120px", onPhone: true } as const;
  return (
    <>
      <Section title={t("Prepared devices ({count})", { count: pers.length })}>
        <ImportLink of={subcontractors} id={id} />
        <RowList
          title="devices"
          rows={pers}
          columns={[
            { key: "nuSerialPersNumber", title: "Serial number" },
            { key: "modelPERS", title: "Model", cell: ({ modelPERS }) => modelPERS.label },
            {
              ...change,
              key: "id",
              cell: (one) =>
                takeBack(one.nuSerialPersNumber, () => takeBackPers.mutateAsync({ companyId, id, persIds: [one.id] })),
            },
          ]}
          empty="Select devices below, or import a list."
        />
      </Section>
      <Section title={t("Prepared brands ({count})", { count: brands.length })}>
        <RowList
          title="brands"
          rows={brands}
          columns={[
            { key: "name", title: "Name" },
            {
              ...change,
              key: "id",
              cell: (one) =>
                takeBack(one.name, () => takeBackBrands.mutateAsync({ companyId, id, vehicleBrandIds: [one.id] })),
            },
          ]}
          empty="Select brands below."
        />
      </Section>
    </>
  );
}

/** What a subcontractor has, with the ways to take it back. */
function Handed({ record }: { record: Subcontractor }) {
  const companyId = useCompanyId();
  const takeBackPers = trpc.subcontractors.takeBackPers.useMutation();
  const takeBackBrands = trpc.subcontractors.takeBackBrands.useMutation();
  const { id, brands } = record;
  return (
    <>
      <Section title="Devices">
        <ImportLink of={subcontractors} id={id} />
        <ChildList
          of={fleetPers}
          where={{ subcontractorId: record.company.id ?? id }}
          columns={[
            { key: "pers.nuSerialPersNumber", sort: "nuSerialPersNumber" },
            { key: "pers.modelPERS", width: "150px", cell: (row) => row.pers.modelPERS.label },
            { key: "vehicle", width: "180px", onPhone: true, cell: ({ vehicle }) => vehicle?.nameVehicle ?? <None /> },
            { key: "openAlerts", width: "170px", onPhone: true, cell: AlertMark },
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
                const left = persIds.length - changed;
                const taken = t("{count} taken back", { count: changed });
                return left > 0
                  ? `${taken}. ${t("{count, plural, one {# was handed over by Persdesk and stays.} other {# were handed over by Persdesk and stay.}}", { count: left })}`
                  : taken;
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
              cell: (brand) => (
                <TakeBack
                  needs="company-subcontractor.write"
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
          {isOpen(record.status) && (
            <>
              <Waits status={record.status} />
              <Prepared record={record} />
              {mayWrite && <FreeDevices id={id} isPrepared />}
            </>
          )}
          {record.status === "accepted" && (
            <>
              <Handed record={record} />
              {mayWrite && <FreeDevices id={id} isPrepared={false} />}
            </>
          )}
        </PartnerFrame>
      )}
    </Answer>
  );
}
