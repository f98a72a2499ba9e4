"use client";

import { ChildList } from "@/components/kit/list/child-list";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { Status, type Tone, When } from "@/components/ui/value";
import { companies } from "../company.resource";
import { companyLinks } from "./company-partner.words";

type Link = RowOf<"companyLinks">;

const tones: Record<Link["status"], Tone> = { invited: "warn", accepted: "ok", refused: "bad", ended: "quiet" };
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The companies that work for this one, and those that it works for. Companies keep their partners themselves. */
export const PartnersTab = ({ companyId }: { companyId: string }) => (
  <ChildList
    of={companyLinks}
    where={{ ofCompanyId: companyId }}
    sort="company.name:asc,linkedCompany.name:asc"
    columns={[
      { key: "company.name", sort: true, cell: (row) => <Side company={row.company} here={companyId} /> },
      { key: "linkedCompany.name", sort: true, cell: (row) => <Side company={row.linkedCompany} here={companyId} /> },
      { key: "kind", sort: true, width: "150px" },
      {
        key: "status",
        sort: true,
        width: "130px",
        cell: (row) => <Status tone={tones[row.status]}>{row.status}</Status>,
      },
      { key: "createdAt", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
    ]}
    filters={[
      "name",
      { kind: "select", name: "kind", options: optionsOf(["dealer", "subcontractor"]) },
      { kind: "select", name: "status", options: optionsOf(["invited", "accepted", "refused", "ended"]) },
    ]}
    href={null}
    empty="This company has no partner companies."
  />
);

/** One side of a link: the way to the other company, and this one by its name alone. */
const Side = ({ company: { id, name }, here }: { company: Link["company"]; here: string }) =>
  id === here ? (
    name
  ) : (
    <RecordLink of={companies} id={id}>
      {name}
    </RecordLink>
  );
