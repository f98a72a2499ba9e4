"use client";

import { RowList } from "@/components/kit/list/row-list";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordName, Resource } from "@/components/kit/resource";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";

interface Switch {
  id: string;
  person: { id: string; firstName: string; lastName: string };
  companyName: string | null;
  reason: string | null;
  createdAt: string;
  endedAt: string;
  isOpen: boolean;
}

interface Props {
  rows: Switch[];
  /** what the person is to the one whose page this is */
  person: string;
  /** what they are, and the tab of their page that shows the same from their side */
  of: Resource<RecordName>;
  tab: string;
  empty: string;
}

const minutes = (from: string, to: string) => Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** Who acted as whom: in which company, why, when and for how long. */
export const SwitchList = ({ rows, person, of, tab, empty }: Props) => (
  <RowList
    title="switches"
    rows={rows}
    columns={[
      {
        key: "person.lastName",
        title: person,
        width: "200px",
        cell: ({ person: { id, firstName, lastName } }) => (
          <RecordLink of={of} id={id} tab={tab}>
            {`${firstName} ${lastName}`}
          </RecordLink>
        ),
      },
      { key: "companyName", title: "Company", cell: (row) => row.companyName ?? t("Deleted company") },
      { key: "reason", title: "Reason" },
      { key: "createdAt", title: "When", width: "140px", cell: (row) => <When at={row.createdAt} /> },
      {
        key: "endedAt",
        title: "Duration",
        width: "140px",
        cell: (row) => (row.isOpen ? t("Still active") : `${minutes(row.createdAt, row.endedAt)} min`),
      },
    ]}
    empty={empty}
  />
);
