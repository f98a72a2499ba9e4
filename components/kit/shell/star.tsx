"use client";

import { t } from "@/texts/t";
import type { ScreenEntry } from "../screen";
import { type Favourite, isSame } from "./rail.rules";
import { useRail } from "./rail-state";
import styles from "./star.module.css";

interface Props {
  screen: Pick<ScreenEntry, "at" | "heading">;
  /** where it is not the page of the screen: a view of its list, or a record */
  of?: Favourite;
}

/** Makes a page, a view of its list or a record a favourite, or no favourite any more. */
export function Star({ screen: { at, heading }, of }: Props) {
  const { starred, toggleStar } = useRail();
  const item = of ?? { at };
  const isStarred = starred.some((one) => isSame(one, item));
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={t("Favourite: {heading}", { heading: of?.name ?? heading })}
      title={isStarred ? t("Remove from favourites") : t("Add to favourites")}
      onClick={() => toggleStar(item)}
    />
  );
}
