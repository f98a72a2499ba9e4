"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Hidden } from "@/components/ui/value";
import type { PreviewRow } from "@/server/kit/import.schema";
import styles from "./import-wizard.module.css";

const kinds = [
  ["changed", "Changed"],
  ["new", "New"],
  ["error", "Errors"],
  ["same", "Same"],
] as const;
type Kind = (typeof kinds)[number][0];

interface Props {
  rows: PreviewRow[];
  counts: Record<Kind, number>;
  /** the wire's field → what people call it */
  fields: Record<string, string>;
}

/** What would happen, row by row, in tabs; the errors stand first where there are any. */
export function ImportRows({ rows, counts, fields }: Props) {
  const [chosen, setChosen] = useState<Kind>();
  const kind = chosen ?? (counts.error > 0 ? "error" : firstOf(counts));
  const [shown, setShown] = useState(100);
  const all = rows.filter((row) => row.status === kind);
  const choose = (next: Kind) => {
    setChosen(next);
    setShown(100);
  };
  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label="Rows">
        {kinds.map(([one, title], index) => (
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
              const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              const next = by && kinds[(index + by + kinds.length) % kinds.length]?.[0];
              if (!next) return;
              choose(next);
              document.getElementById(`import-${next}`)?.focus();
            }}
          >
            {title}{" "}
            <span className={styles.count} data-tone={one === "error" && counts.error > 0 ? "bad" : undefined}>
              {counts[one].toLocaleString("en")}
            </span>
          </button>
        ))}
      </div>
      <div className={styles.rows} role="tabpanel" id="import-rows" aria-labelledby={`import-${kind}`}>
        {all.length === 0 ? (
          <p className={styles.none}>{kind === "error" ? "No row has an error." : "No rows."}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Name</th>
                <th scope="col">{kind === "error" ? "Error" : kind === "changed" ? "Old → new" : "Values"}</th>
              </tr>
            </thead>
            <tbody>
              {all.slice(0, shown).map((row) => (
                <tr key={row.row}>
                  <td className={styles.number}>{row.row}</td>
                  <td>{row.name || "–"}</td>
                  <td>
                    {row.status === "error" ? (
                      <Fault row={row} fields={fields} />
                    ) : (
                      <Change row={row} fields={fields} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {all.length > shown && (
          <Button variant="subtle" m={8} onClick={() => setShown(shown + 500)}>
            Show more of {all.length.toLocaleString("en")}
          </Button>
        )}
      </div>
    </>
  );
}

const firstOf = (counts: Props["counts"]) => kinds.find(([one]) => counts[one] > 0)?.[0] ?? "changed";

const Fault = ({ row, fields }: { row: PreviewRow; fields: Props["fields"] }) => (
  <>
    {row.column && <b>{fields[row.column] ?? row.column}: </b>}
    {row.message}
  </>
);

const Change = ({ row, fields }: { row: PreviewRow; fields: Props["fields"] }) => (
  <>
    {row.changes.map(({ field, before, after }) => (
      <div key={field} className={styles.change}>
        {row.changes.length > 1 && <b>{fields[field] ?? field}: </b>}
        {before !== null && (
          <>
            <del>{before}</del>
            <span aria-hidden> → </span>
            <Hidden> becomes </Hidden>
          </>
        )}
        <ins>{after}</ins>
      </div>
    ))}
    {row.changes.length === 0 && (
      <span className={styles.quiet}>{row.status === "new" ? "No value yet" : "Stays as it is"}</span>
    )}
  </>
);
