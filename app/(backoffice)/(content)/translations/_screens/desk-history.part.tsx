"use client";

import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { Diff } from "./desk-diff.words";
import type { DeskResource, Row } from "./desk-row.rules";

interface Props {
  row: Row;
  of: DeskResource;
  languageId: string;
  /** puts an earlier text back */
  onBack: (field: string, text: string) => void;
}

/** Who changed a text in one language, when, from what; and the way back. */
export function DeskHistory({ row: { resource, id }, of, languageId, onBack }: Props) {
  const query = trpc.desk.history.useQuery({ resource, id, languageId }, { staleTime: 0 });
  const titleOf = (field: string) => of.fields.find(({ name }) => name === field)?.title ?? field;
  return (
    <Answer of={query}>
      {(changes) =>
        changes.length === 0 ? (
          <p>{t("No changes yet.")}</p>
        ) : (
          <ol className={styles.history}>
            {changes.map(({ at, by, field, before, after }) => (
              <li key={`${at} ${field}`}>
                <div>
                  <b>{by}</b>, <When at={at} />
                  {of.fields.length > 1 && `, ${titleOf(field)}`}
                </div>
                <p>
                  {before === null && after === null ? <None /> : <Diff before={before ?? ""} after={after ?? ""} />}
                </p>
                {of.mayWrite && before && (
                  <button type="button" className={styles.quiet} onClick={() => onBack(field, before)}>
                    {t("Restore “{text}”", { text: before.length > 60 ? `${before.slice(0, 60)}…` : before })}
                  </button>
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Answer>
  );
}
