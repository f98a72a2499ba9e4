"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { formatted } from "@/server/kit/count.rules";
import type { AppRouter } from "@/server/root";
import styles from "./label.module.css";

export type Completeness = inferRouterOutputs<AppRouter>["labels"]["completeness"];

interface Props {
  languages: Completeness;
  chosen: string;
  onChoose: (languageId: string) => void;
}

/** 99.96 % is not yet all: rounded down, so that 100 means complete. */
export const percentOf = (translated: number, total: number) =>
  total === 0 ? 100 : Math.floor((translated / total) * 100);

/** How far each language is; a click makes it the one to translate into. */
export const CompletenessBars = ({ languages, chosen, onChoose }: Props) => (
  <div className={styles.bars}>
    {languages.map(({ languageId, name, translated, total }) => {
      const missing = total - translated;
      const percent = percentOf(translated, total);
      return (
        <button
          key={languageId}
          type="button"
          className={styles.bar}
          aria-pressed={languageId === chosen}
          title={`${formatted(translated)} of ${formatted(total)} translated`}
          onClick={() => onChoose(languageId)}
        >
          <span className={styles.barWords}>
            <b>{name}</b>
            <span>{missing === 0 ? "complete" : `${formatted(missing)} missing`}</span>
            <span className={styles.percent}>{percent} %</span>
          </span>
          <span className={styles.track} data-full={missing === 0 || undefined}>
            <span style={{ width: `${percent}%` }} />
          </span>
        </button>
      );
    })}
  </div>
);
