"use client";

import { t } from "@/texts/t";
import type { ScreenEntry } from "../screen";
import { type Favourite, isSame } from "./rail.rules";
import { useRail } from "./rail-state";
import styles from "./star.module.css";

/** Makes a page, or a view of its list, a favourite, or no favourite any more. */
export function Star({
  screen: { at, heading },
  view,
}: {
  screen: Pick<ScreenEntry, "at" | "heading">;
  view?: Favourite;
}) {
  const { starred, toggleStar } = useRail();
  const item = view ?? { at };
  const isStarred = starred.some((one) => isSame(one, item));
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={t("Favourite: {heading}", { heading: view?.name ?? heading })}
      title={isStarred ? t("Remove from favourites") : t("Add to favourites")}
      onClick={() => toggleStar(item)}
    />
  );
}
