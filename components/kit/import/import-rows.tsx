"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { Hidden } from "@/components/ui/value";
import type { Import, PlanRow, RowKind } from "@/server/kit/import/import.schema";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { noun } from "../noun";
import { PlanPager } from "../plan-pager";
import styles from "./import.module.css";
import { type Imported, importHooks } from "./import-hooks";
import { differing, firstKind, kinds } from "./import-words";

interface Props {
  of: Imported;
  is: Import;
}

/** What each row does, by kind; the errors stand first where there are any. */
export function ImportRows({ of, is: { id, counts, token } }: Props) {
  const [chosen, setChosen] = useState<RowKind>();
  const [page, setPage] = useState(1);
  const kind = chosen ?? firstKind(counts);
  const choose = (next: RowKind) => {
    setChosen(next);
    setPage(1);
  };
  return (
    <section aria-label={t("Rows of the file")}>
      <Proportions counts={counts} />
      <div className={styles.tabs} role="tablist" aria-label={t("Rows by result")}>
        {kinds.map(({ kind: one, title }, index) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`import-${one}`}
            aria-controls="import-rows"
            aria-selected={one === kind}
            tabIndex={one === kind ? 0 : -1}
            onClick={() => choose(one)}
            onKeyDown={(event) => {
              const next = neighbour(event, index);
              if (!next) return;
              choose(next);
              document.getElementById(`import-${next}`)?.focus();
            }}
          >
            <span className={styles.dot} data-kind={one} aria-hidden />
            {t(title)} <b>{formatted(counts[one])}</b>
          </button>
        ))}
      </div>
      <div role="tabpanel" id="import-rows" aria-labelledby={`import-${kind}`} className={styles.rows}>
        {/* A plan that was made again has another token, and other rows. */}
        <Page key={`${token} ${kind}`} of={of} id={id} kind={kind} page={page} setPage={setPage} />
      </div>
    </section>
  );
}

function neighbour(event: KeyboardEvent, index: number): RowKind | undefined {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  return by === undefined ? undefined : kinds[(index + by + kinds.length) % kinds.length]?.kind;
}

/** How the file divides, at a glance; the tabs below say the same in numbers. */
const Proportions = ({ counts }: { counts: Import["counts"] }) => (
  <div className={styles.proportions} aria-hidden>
    {kinds.map(
      ({ kind }) => counts[kind] > 0 && <span key={kind} data-kind={kind} style={{ flexGrow: counts[kind] }} />,
    )}
  </div>
);

interface PageProps {
  of: Imported;
  id: string;
  kind: RowKind;
  page: number;
  setPage: (page: number) => void;
}

const nothing: Record<RowKind, string> = {
  error: "No row has an error.",
  changed: "No row changes a record.",
  new: "No row creates a record.",
  same: "No row matches its record exactly.",
};

function Page({ of, id, kind, page, setPage }: PageProps) {
  const { data, isPlaceholderData } = importHooks(of).plan.useQuery(
    { id, kind, page },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  if (!data) return <p className={styles.none}>{t("Loading…")}</p>;
  if (data.isGone)
    return (
      <p className={styles.none}>
        {t("The rows of a file are kept for one hour. The history of each {one} shows what changed.", noun(of))}
      </p>
    );
  if (data.totalItems === 0) return <p className={styles.none}>{t(nothing[kind])}</p>;
  return (
    <div data-stale={isPlaceholderData || undefined}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Row")}</th>
            <th scope="col">{data.keyTitle}</th>
            <th scope="col">
              {kind === "error" ? t("Error") : kind === "changed" ? t("Before → after") : t("Values")}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((row) => (
            <tr key={row.row}>
              <td className={styles.number}>{row.row}</td>
              <td className={styles.name}>{row.name || "–"}</td>
              <td>{row.kind === "error" ? <Fault row={row} /> : <Changes row={row} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PlanPager page={page} count={data.items.length} totalItems={data.totalItems} onPage={setPage} />
    </div>
  );
}

const Fault = ({ row: { column, message, more = [] } }: { row: PlanRow }) =>
  [{ column, message }, ...more].map((fault) => (
    <div key={fault.column}>
      {fault.column && <span className={styles.column}>{fault.column}</span>}
      {fault.message}
    </div>
  ));

function Changes({ row }: { row: PlanRow }) {
  if (row.changes.length === 0)
    return <span className={styles.quiet}>{row.kind === "new" ? t("No value yet") : t("Unchanged")}</span>;
  return row.changes.map((change) => (
    <div key={change.column} className={styles.change}>
      <span className={styles.column}>{change.column}</span>
      <Change {...change} />
    </div>
  ));
}

function Change({ before, after }: PlanRow["changes"][number]) {
  if (before === null) return <ins>{after}</ins>;
  const { head, was, is, tail } = differing(before, after ?? "");
  return (
    <>
      <del>
        {head}
        {was && <mark>{was}</mark>}
        {tail}
      </del>
      <span aria-hidden className={styles.arrow}>
        →
      </span>
      <Hidden> {t("becomes")} </Hidden>
      <ins>
        {head}
        {is && <mark>{is}</mark>}
        {tail}
      </ins>
    </>
  );
}
