"use client";

import { t } from "@/texts/t";
import type { ScreenEntry } from "../screen";
import { useRail } from "./rail-state";
import styles from "./star.module.css";

/** Makes a page a favourite, or no favourite any more. */
export function Star({ screen: { at, heading } }: { screen: ScreenEntry }) {
  const { starred, toggleStar } = useRail();
  const isStarred = starred.includes(at);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={t("Favourite: {heading}", { heading })}
      title={isStarred ? t("Remove from favourites") : t("Add to favourites")}
      onClick={() => toggleStar(at)}
    />
  );
}
