"use client";

import type { RecordSource } from "../list/definition";
import { useRecordLabel } from "../record-source";
import { differences, textOf } from "../value-text";
import styles from "./sheet.module.css";

/** A field in the history: what it is called, and, for the id of another record, where that is found. */
export type FieldTitle = string | { title: string; source: RecordSource };
export type FieldTitles = Record<string, FieldTitle>;
export type Changes = Record<string, [unknown, unknown]>;

function RecordName({ source, id }: { source: RecordSource; id: string }) {
  return <>{useRecordLabel(source, id) ?? id}</>;
}

const Value = ({ value, source }: { value: unknown; source?: RecordSource }) =>
  source && typeof value === "string" ? <RecordName source={source} id={value} /> : textOf(value);

/** Field by field, what a change took away and what it brought. */
export function ChangeList({ changes, fields }: { changes: Changes; fields: FieldTitles }) {
  return (
    <ul className={styles.diff}>
      {Object.entries(changes).flatMap(([field, [before, after]]) => {
        const known = fields[field] ?? field;
        const { title, source } = typeof known === "string" ? { title: known, source: undefined } : known;
        return differences(before, after).map((part) => (
          <li key={field + part.path}>
            <span>
              {title}
              {part.path && ` · ${part.path}`}
            </span>
            {part.before !== undefined && part.before !== null && (
              <del>
                <Value value={part.before} source={source} />
              </del>
            )}
            {part.after !== undefined && part.after !== null && (
              <ins>
                <Value value={part.after} source={source} />
              </ins>
            )}
          </li>
        ));
      })}
    </ul>
  );
}
