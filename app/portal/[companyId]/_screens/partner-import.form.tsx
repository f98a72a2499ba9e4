"use client";

import { Answer } from "@/components/kit/answer";
import { ImportPage } from "@/components/kit/import/import-page";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { dealersAt, subcontractorsAt } from "../partner.resource";
import { useCompanyId } from "./portal.list";

export function DealerImport() {
  const companyId = useCompanyId();
  const of = dealersAt(`/portal/${companyId}`);
  return <ImportPage of={{ ...of, router: "dealers", within: { companyId } }} title="Import dealers" />;
}

export function SubcontractorImport() {
  const companyId = useCompanyId();
  const of = subcontractorsAt(`/portal/${companyId}`);
  return <ImportPage of={{ ...of, router: "subcontractors", within: { companyId } }} title="Import subcontractors" />;
}

const partnerOption = (label: string, id: string, name: string) => [
  { name: "partnerId", label, choices: [{ value: id, label: name }], initial: id },
];

/** Vehicles for one dealer. */
export function DealerVehicleImport({ id }: { id: string }) {
  const companyId = useCompanyId();
  const of = dealersAt(`/portal/${companyId}`);
  const page = of.record(id);
  const imported = {
    ...of,
    router: "dealerVehicles",
    one: "vehicle",
    many: "vehicles",
    within: { companyId },
  } as const;
  return (
    <Answer of={trpc.dealers.get.useQuery({ companyId, id })}>
      {({ company }) => (
        <ImportPage
          of={{ ...imported, record: () => page }}
          title={t("Import vehicles of {name}", { name: company.name })}
          options={partnerOption("Dealer", id, company.name)}
          help="Existing vehicles of your company are handed over. No new ones are created."
          back={() => page}
        />
      )}
    </Answer>
  );
}

/** Devices for one subcontractor. */
export function SubcontractorPersImport({ id }: { id: string }) {
  const companyId = useCompanyId();
  const of = subcontractorsAt(`/portal/${companyId}`);
  const page = of.record(id);
  const imported = {
    ...of,
    router: "subcontractorPers",
    one: "device",
    many: "devices",
    within: { companyId },
  } as const;
  return (
    <Answer of={trpc.subcontractors.get.useQuery({ companyId, id })}>
      {({ company }) => (
        <ImportPage
          of={{ ...imported, record: () => page }}
          title={t("Import devices of {name}", { name: company.name })}
          options={partnerOption("Subcontractor", id, company.name)}
          help="Devices of your company are handed over in addition to those the subcontractor already has."
          back={() => page}
        />
      )}
    </Answer>
  );
}
