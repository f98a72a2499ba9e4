"use client";

import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { progressOf } from "./desk-progress.rules";
import type { DeskResource, Overview } from "./desk-row.rules";

interface Props {
  overview: Overview;
  /** everything where not said */
  resource: DeskResource | undefined;
  chosen: string;
  onChoose: (languageId: string) => void;
}

/** How far each language is; a click makes it the one to translate into. */
export function DeskProgress({ overview: { languages, resources }, resource, chosen, onChoose }: Props) {
  const counted = resource ? [resource] : resources;
  return (
    <div className={styles.bars}>
      {languages.map(({ id, name }) => {
        const { total, translated, review, missing, percent } = progressOf(counted, id);
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
