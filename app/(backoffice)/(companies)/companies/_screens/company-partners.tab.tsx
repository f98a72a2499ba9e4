"use client";

import { ChildList } from "@/components/kit/list/child-list";
import type { RowOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { Status, type Tone, When } from "@/components/ui/value";
import { companies } from "../company.resource";
import { companyLinks } from "./company-partner.words";

type Link = RowOf<"companyLinks">;

const tones: Record<Link["status"], Tone> = { invited: "warn", accepted: "ok", refused: "bad" };
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const columns = [
  { key: "kind", sort: true, width: "150px" },
  {
    key: "status",
    sort: true,
    width: "130px",
    cell: (row: Link) => <Status tone={tones[row.status]}>{row.status}</Status>,
  },
  { key: "createdAt", sort: true, width: "140px", cell: (row: Link) => <When at={row.createdAt} /> },
] as const;
const filters = [
  "name",
  { kind: "select", name: "kind", options: optionsOf(["dealer", "subcontractor"]) },
  { kind: "select", name: "status", options: optionsOf(["invited", "accepted", "refused"]) },
] as const;

/** The companies that work for this one, and those that it works for. Companies keep their partners themselves. */
export const PartnersTab = ({ companyId }: { companyId: string }) => (
  <>
    <Section title="Its partners">
      <ChildList
        of={companyLinks}
        where={{ companyId }}
        sort="linkedCompany.name:asc"
        columns={[{ key: "linkedCompany.name", sort: true }, ...columns]}
        filters={filters}
        href={({ linkedCompany }) => companies.record(linkedCompany.id)}
        empty="No dealer or subcontractor works for this company."
      />
    </Section>
    <Section title="Whose partner it is">
      <ChildList
        of={companyLinks}
        where={{ linkedCompanyId: companyId }}
        sort="company.name:asc"
        columns={[{ key: "company.name", sort: true }, ...columns]}
        filters={filters}
        href={({ company }) => companies.record(company.id)}
        empty="This company is nobody's dealer or subcontractor."
      />
    </Section>
  </>
);
