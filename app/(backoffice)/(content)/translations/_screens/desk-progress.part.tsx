"use client";

import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import type { DeskResource, Overview } from "./desk-row.rules";

interface Props {
  overview: Overview;
  /** everything where not said */
  resource: DeskResource | undefined;
  chosen: string;
  onChoose: (languageId: string) => void;
}

/** What needs a review is not done. 99.96 % is not yet all: rounded down, so that 100 means complete. */
export const percentOf = (done: number, total: number) => (total === 0 ? 100 : Math.floor((done / total) * 100));

/** How far each language is; a click makes it the one to translate into. */
export function DeskProgress({ overview: { languages, resources }, resource, chosen, onChoose }: Props) {
  const counted = resource ? [resource] : resources;
  const total = counted.reduce((sum, one) => sum + one.total, 0);
  return (
    <div className={styles.bars}>
      {languages.map(({ id, name }) => {
        const own = counted.flatMap((one) => one.languages.filter(({ languageId }) => languageId === id));
        const translated = own.reduce((sum, one) => sum + one.translated, 0);
        const review = own.reduce((sum, one) => sum + one.review, 0);
        const percent = percentOf(translated - review, total);
        const missing = total - translated;
        return (
          <button
            key={id}
            type="button"
            className={styles.bar}
            aria-pressed={id === chosen}
            title={t("{translated} of {total} translated", {
              translated: formatted(translated),
              total: formatted(total),
            })}
            onClick={() => onChoose(id)}
          >
            <span className={styles.barWords}>
              <b>{name}</b>
              <span>
                {missing === 0 && review === 0
                  ? t("complete")
                  : t("{missing, plural, one {# missing} other {# missing}}", { missing })}
              </span>
              {review > 0 && (
                <span>{t("{count, plural, one {# needs review} other {# need review}}", { count: review })}</span>
              )}
              <span className={styles.percent}>{percent} %</span>
            </span>
            <span className={styles.track} data-full={percent === 100 || undefined}>
              <span style={{ width: `${percent}%` }} />
            </span>
          </button>
        );
      })}
    </div>
  );
}
