"use client";

import { AskButton } from "@/components/kit/ask-button";
import { ResourceList } from "@/components/kit/list/resource-list";
import { RecordLink } from "@/components/kit/record-link";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { At, None, When } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { companies } from "../../companies/company.resource";
import { companyMerges } from "../company-merge.resource";

type Merge = RowOf<"companyMerges">;

const Company = ({ company: { id, name } }: { company: Merge["from"] }) => (
  <RecordLink of={companies} id={id}>
    {name}
  </RecordLink>
);

/** Takes a merge back, and says what had to stay. */
function UndoButton({ row }: { row: Merge }) {
  const undo = trpc.companyMerges.undo.useMutation();
  if (!row.canUndo) return null;
  const run = async () => {
    const { left } = await undo.mutateAsync({ id: row.id, ifMatch: etagOf(row) });
    const count = left.reduce((sum, one) => sum + one.count, 0);
    if (count > 0)
      notify(
        t(
          "{count, plural, one {# record has} other {# records have}} changed since the merge and stayed as they are.",
          {
            count,
          },
        ),
      );
  };
  return (
    <AskButton
      needs="company-merge.write"
      title="Undo"
      question={t("Undo the merge of {from} and {into}?", { from: row.from.name, into: row.into.name })}
      confirm="Undo"
      done="Merge undone"
      run={run}
    >
      <p>
        {t("{name} gets back what it had. What has changed since then stays where it is now.", { name: row.from.name })}
      </p>
    </AskButton>
  );
}

export const CompanyMergeList = () => (
  <ResourceList
    of={companyMerges}
    columns={[
      { key: "from.name", cell: (row) => <Company company={row.from} /> },
      { key: "into.name", onPhone: true, cell: (row) => <Company company={row.into} /> },
      { key: "createdAt", sort: true, width: "150px", onPhone: true, cell: (row) => <When at={row.createdAt} /> },
      {
        key: "undoUntil",
        sort: true,
        width: "190px",
        cell: (row) => (row.undoneAt ? <None /> : <At at={row.undoUntil} />),
      },
      { key: "undoneAt", sort: true, width: "150px", cell: (row) => <When at={row.undoneAt} /> },
      { key: "canUndo", title: "", width: "110px", onPhone: true, cell: (row) => <UndoButton row={row} /> },
    ]}
    filters={["name", { kind: "boolean", name: "isUndone" }]}
    href={null}
    empty="No companies were merged yet."
  />
);
