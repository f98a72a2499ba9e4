"use client";

import type { z } from "zod";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { vehicleBrands } from "@/app/(backoffice)/(devices)/vehicle-brands/vehicle-brand.resource";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import { Answer } from "@/components/kit/answer";
import { RowList } from "@/components/kit/list/row-list";
import { RecordLink } from "@/components/kit/record-link";
import { trpc } from "@/components/kit/trpc";
import { None, When } from "@/components/ui/value";
import type { Reach } from "@/server/companies/fleet/company-reach/company-reach.schema";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { companies } from "../company.resource";
import { linkTypeText } from "./link-type.words";

type Row = z.output<typeof Reach>;

/** What a company is linked to, and what people call such a link. */
const reasons = {
  pers: { of: pers, said: "PERS device" },
  vehicle: { of: vehicles, said: "Vehicle" },
  dealer: { of: vehicles, said: "Vehicle" },
  brand: { of: vehicleBrands, said: "Brand" },
} as const;

const Through = ({ row: { why, linked } }: { row: Row }) => (
  <>
    {reasons[why].said}{" "}
    <RecordLink of={reasons[why].of} id={linked.id}>
      {linked.name}
    </RecordLink>
  </>
);

/** Every company that may reach a device or a vehicle, with a row for each reason. */
const Reaches = ({ items, what }: { items: Row[]; what: string }) => (
  <RowList
    title="companies"
    rows={items}
    columns={[
      { key: "company.name", title: "Company" },
      {
        key: "linkType",
        title: "Relationship",
        onPhone: true,
        width: "150px",
        cell: ({ why, linkType }) =>
          linkType === null ? (why === "dealer" ? t("Dealer") : t("Owner")) : linkTypeText(linkType),
      },
      { key: "linked.name", title: "Through", onPhone: true, cell: (row) => <Through row={row} /> },
      {
        key: "grantedBy.name",
        title: "Handed over by",
        width: "200px",
        cell: ({ grantedBy }) =>
          grantedBy ? (
            <RecordLink of={companies} id={grantedBy.id}>
              {grantedBy.name}
            </RecordLink>
          ) : (
            <None />
          ),
      },
      { key: "startDate", title: "From", width: "130px", cell: (row) => <When at={row.startDate} /> },
      { key: "endDate", title: "Until", width: "130px", cell: (row) => <When at={row.endDate} /> },
    ]}
    href={({ company }) => companies.record(company.id)}
    empty={t("No company currently has access to this {what}.", { what: within(t(what)) })}
  />
);

export const PersReachTab = ({ id }: { id: string }) => (
  <Answer of={trpc.companyReach.ofPers.useQuery({ id })}>
    {({ items }) => <Reaches items={items} what="PERS device" />}
  </Answer>
);

export const VehicleReachTab = ({ id }: { id: string }) => (
  <Answer of={trpc.companyReach.ofVehicle.useQuery({ id })}>
    {({ items }) => <Reaches items={items} what="vehicle" />}
  </Answer>
);
