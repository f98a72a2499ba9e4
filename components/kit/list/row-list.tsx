"use client";

import { type ReactNode, useMemo, useState } from "react";
import { t } from "@/texts/t";
import { opening } from "../value-text";
import type { AnyColumn, AnyRow, Column } from "./definition";
import { ListFoot } from "./foot";
import { EmptyState } from "./states";
import { ListTable } from "./table";
import { pageSizes } from "./url";

interface Props<Row extends { id: string }> {
  /** what the rows are, such as "sessions" */
  title: string;
  columns: readonly (Column<NoInfer<Row>> & { title: string })[];
  rows: readonly Row[];
  empty: ReactNode;
  href?: (row: Row) => string | undefined;
}

const inWords = <Row extends { id: string }>(columns: Props<Row>["columns"]) =>
  columns.map((column) => ({ ...column, title: t(column.title) }));

/** Rows that are all at hand, as a list shows rows: no questions, no filters, and pages where they are many. */
export function RowList<Row extends { id: string }>({ title, columns, rows, empty, href }: Props<Row>) {
  const shownColumns = useMemo(() => inWords<Row>(columns) as AnyColumn[], [columns]); // they are only ever given these rows
  const [{ page, limit }, set] = useState({ page: 1, limit: pageSizes[0] ?? 25 });
  if (rows.length === 0)
    return (
      <EmptyState title={opening(t("No {many}", { many: t(title) }))}>
        {typeof empty === "string" ? t(empty) : empty}
      </EmptyState>
    );
  const state = { page, limit, sort: [], filters: {}, columns: [], widths: {}, density: "compact" } as const;
  const first = (page - 1) * limit;
  const shown = rows.slice(first, first + limit);
  return (
    <>
      <ListTable
        title={t(title)}
        columns={shownColumns}
        rows={shown as readonly { id: string }[] as AnyRow[]}
        state={state}
        isStale={false}
        href={href as ((row: AnyRow) => string | undefined) | undefined}
      />
      {rows.length > (pageSizes[0] ?? 25) && (
        <ListFoot
          state={state}
          shown={shown.length}
          total={rows.length}
          hasMore={first + limit < rows.length}
          change={(change) => set({ page: change.page ?? 1, limit: change.limit ?? limit })}
        />
      )}
    </>
  );
}
