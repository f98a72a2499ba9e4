"use client";

import type { ReactNode } from "react";
import { nameOf, PersonLink } from "@/app/(backoffice)/(devices)/_screens/device-sentence.words";
import type { RecordOf } from "@/components/kit/resource";
import { Related, Sentence } from "@/components/kit/sheet/sentence";
import { trpc } from "@/components/kit/trpc";
import { Phone } from "@/components/ui/value";
import { countedUpTo } from "@/server/companies/company/company.rules";
import { mostAlerting } from "@/server/overview/situation/situation.rules";
import { Rich } from "@/texts/rich";
import { companyClauses, companyTone } from "./company-sentence.rules";

type Company = RecordOf<"companies">;

/** What a company is, what it has, and whom to ask, in one sentence; nothing while it is asked for. */
export function CompanySentence({ record }: { record: Company }) {
  const { data } = trpc.situation.ofCompany.useQuery({ id: record.id });
  if (!data) return null;
  const { openAlerts } = data;
  const [admin] = data.admins;
  const company = { ...record, category: record.category.name };
  const ask = admin && (
    <Rich
      key="ask"
      text={admin.phoneNumber ? "looked after by <person/>, <phone/>" : "looked after by <person/>"}
      parts={{ person: () => <PersonLink person={admin} />, phone: () => <Phone number={admin.phoneNumber} /> }}
    />
  );
  return (
    <Sentence
      tone={companyTone(company, openAlerts)}
      clauses={[
        ...companyClauses(company, openAlerts, { mostLinks: countedUpTo, mostAlerting }),
        ...(ask ? [ask] : []),
      ]}
    />
  );
}

/** How a company is reached: its own telephone and address, and those of its administrators. */
export function CompanyHead({ record }: { record: Company }) {
  const { data } = trpc.situation.ofCompany.useQuery({ id: record.id });
  const admins = data?.admins ?? [];
  return (
    <Related
      items={[
        ["Phone number", <Phone key="phone" number={record.phoneNumber} />],
        [
          "E-mail",
          record.email && (
            <a key="email" href={`mailto:${record.email}`}>
              {record.email}
            </a>
          ),
        ],
        ...admins.map((admin): [string, ReactNode] => [
          "Administrator",
          <span key={nameOf(admin)}>
            <PersonLink person={admin} /> {admin.phoneNumber && <Phone number={admin.phoneNumber} />}
          </span>,
        ]),
      ]}
    />
  );
}
