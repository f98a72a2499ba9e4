"use client";

import { type RecordName, type Resource, wordOf } from "../resource";
import { useRecordLabel } from "../use-records";
import { differences, textOf } from "../value-text";
import styles from "./sheet.module.css";

export type Changes = Record<string, [unknown, unknown]>;

function RecordLabel({ of, id }: { of: Resource<RecordName>; id: string }) {
  return <>{useRecordLabel(of, id) ?? id}</>;
}

const Value = ({ value, word: { of, values } }: { value: unknown; word: ReturnType<typeof wordOf> }) =>
  of && typeof value === "string" ? <RecordLabel of={of} id={value} /> : (values?.[String(value)] ?? textOf(value));

/** A value as the resource's field has it: the name of a record or of a code, else the value as a text. */
export const FieldValue = ({ of, field, value }: { of: Resource; field: string; value: unknown }) => (
  <Value value={value} word={wordOf(of, field)} />
);

/** Field by field, what a change took away and what it brought. */
export function ChangeList({ of, changes }: { of: Resource; changes: Changes }) {
  return (
    <ul className={styles.diff}>
      {Object.entries(changes).flatMap(([field, [before, after]]) => {
        const word = wordOf(of, field);
        return differences(before, after).map((part) => (
          <li key={field + part.path}>
            <span>
              {word.title}
              {part.path && ` · ${part.path}`}
            </span>
            {part.before !== undefined && part.before !== null && (
              <del>
                <Value value={part.before} word={word} />
              </del>
            )}
            {part.after !== undefined && part.after !== null && (
              <ins>
                <Value value={part.after} word={word} />
              </ins>
            )}
          </li>
        ));
      })}
    </ul>
  );
}

/** The lines of a change whose words are still on their way, so that they move nothing. */
export const ChangeBones = ({ changes }: { changes: Changes }) => (
  <ul className={styles.diff} aria-hidden>
    {Object.entries(changes).flatMap(([field, [before, after]]) =>
      differences(before, after).map(({ path }) => <li key={field + path}>{"\u00a0"}</li>),
    )}
  </ul>
);
