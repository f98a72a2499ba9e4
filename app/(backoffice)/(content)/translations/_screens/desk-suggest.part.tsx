"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { type DeskLanguage, type DeskResource, glance, type Row } from "./desk-row.rules";

interface Asked {
  row: Row;
  field: string;
  source: DeskLanguage;
  target: DeskLanguage;
}

/** What is translated already with the same or a similar source; asked once the text is worked on. */
export const useSuggestions = ({ row: { resource, id }, field, source, target }: Asked, isAsked: boolean) =>
  trpc.desk.suggest.useQuery(
    { resource, id, field, languageId: target.id, sourceId: source.id },
    { enabled: isAsked, staleTime: 30_000 },
  ).data;

interface Props {
  found: ReturnType<typeof useSuggestions>;
  field: DeskResource["fields"][number];
  target: DeskLanguage;
  onTake: (text: string) => void;
}

/** Suggestions below a text; each is taken with a click, or with Alt and its number. */
export function Suggestions({ found, field, target, onTake }: Props) {
  if (!found || found.items.length + found.terms.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      {found.terms.map(({ term, translation, isKept, note }) => (
        <div key={term} title={note ?? undefined}>
          <small>{t("Glossary")}</small>
          <span>
            {isKept
              ? t("{term}: do not translate", { term })
              : t("{term}: {translation}", { term, translation: translation ?? "–" })}
          </span>
        </div>
      ))}
      {found.items.map(({ id, source, text, percent }, index) => (
        <button
          key={`${id} ${text}`}
          type="button"
          title={glance(source, field.html)}
          // What was typed keeps the focus until the text is taken, so that it is not saved before.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(text)}
        >
          <small>
            {percent} % <kbd>{t("Alt {number}", { number: index + 1 })}</kbd>
          </small>
          <span lang={target.code}>{glance(text, field.html)}</span>
        </button>
      ))}
    </div>
  );
}
