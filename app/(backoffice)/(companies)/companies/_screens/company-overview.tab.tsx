"use client";

import type { ReactNode } from "react";
import { countries } from "@/app/(backoffice)/(content)/countries/country.resource";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Beside, Facts, Section } from "@/components/kit/sheet/facts";
import { LatestChanges } from "@/components/kit/sheet/latest-changes";
import { trpc } from "@/components/kit/trpc";
import { useRecordLabel } from "@/components/kit/use-records";
import { useMay } from "@/components/kit/viewer";
import { Copyable, None, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { companyCategories } from "../../company-categories/company-category.resource";
import { companies } from "../company.resource";
import { LinkCount } from "./company.words";
import { companyPersLinks } from "./company-pers-link.words";
import { companyVehicleLinks } from "./company-vehicle-link.words";
import { companyUsers } from "./staff-parts.words";

type Company = RecordOf<"companies">;

/** The newest changes of the company and of what is inside it. */
function Latest({ companyId }: { companyId: string }) {
  return (
    <Section title="Recent activity">
      <Answer of={trpc.audit.latestOfCompany.useQuery({ companyId })}>
        {({ items }) => (items.length === 0 ? <p>{t("Nothing recorded yet.")}</p> : <LatestChanges items={items} />)}
      </Answer>
    </Section>
  );
}

const orNone = (value: string | null): ReactNode => value ?? <None />;

function Country({ id }: { id: string | null }) {
  const mayRead = useMay()(countries.may.read);
  const label = useRecordLabel(countries, mayRead && id ? id : undefined);
  return (
    <RecordLink of={countries} id={id}>
      {label}
    </RecordLink>
  );
}

/** A figure as the way to the tab that it counts, for who may see that. */
function CountLink({ id, tab, needs, children }: { id: string; tab: string; needs: Permission; children: ReactNode }) {
  const may = useMay();
  if (!may(needs)) return children;
  return (
    <RecordLink of={companies} id={id} tab={tab}>
      {children}
    </RecordLink>
  );
}

/** Who a company is, how much it has, and what happened last. */
export function CompanyOverviewTab({ record }: { record: Company }) {
  const may = useMay();
  return (
    <Beside
      first="facts"
      facts={
        <Section title="Company">
          <Facts
            facts={[
              ["Register number", <Copyable key="register" value={record.registerNumber} />],
              [
                "Category",
                <RecordLink key="category" of={companyCategories} id={record.companyCategoryId}>
                  {record.category.name}
                </RecordLink>,
              ],
              ["E-mail", orNone(record.email)],
              ["Phone number", orNone(record.phoneNumber)],
              ["Address", orNone(record.address)],
              ["Country", <Country key="country" id={record.countryId} />],
              ["ERP id", record.erpId ? <Copyable key="erp" value={record.erpId} /> : <None key="erp" />],
              ["Created", <When key="created" at={record.createdAt} />],
            ]}
          />
        </Section>
      }
      story={
        <>
          <Section title="Figures">
            <Facts
              facts={[
                [
                  "People",
                  <CountLink key="people" id={record.id} tab="people" needs={companyUsers.may.read}>
                    {formatted(record.peopleCount)}
                  </CountLink>,
                ],
                [
                  "PERS",
                  <CountLink key="pers" id={record.id} tab="pers" needs={companyPersLinks.may.read}>
                    <LinkCount count={record.persCount} />
                  </CountLink>,
                ],
                [
                  "Vehicles",
                  <CountLink key="vehicles" id={record.id} tab="vehicles" needs={companyVehicleLinks.may.read}>
                    <LinkCount count={record.vehiclesCount} />
                  </CountLink>,
                ],
              ]}
            />
          </Section>
          {may("audit.read") && <Latest companyId={record.id} />}
        </>
      }
    />
  );
}
