"use client";

import { IconAlertTriangle } from "@tabler/icons-react";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { t } from "@/texts/t";
import styles from "./left-out.module.css";

/** What an answer says of rows that it lacks: beside them or in its `meta`. */
interface Answer {
  unreadable?: number;
  meta?: { unreadable?: number };
}

const lackedBy = ({ state }: Query) => {
  const { unreadable, meta } = Object(state.data) as Answer;
  return unreadable ?? meta?.unreadable ?? 0;
};

/** Says on any page that rows of it could not be read and are missing, for as long as something there lacks them. */
export function LeftOut() {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const count = useSyncExternalStore(
    subscribe,
    () => cache.findAll({ type: "active" }).reduce((sum, query) => sum + lackedBy(query), 0),
    () => 0,
  );
  if (count === 0) return null;
  return (
    <div className={styles.leftOut} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{t("Unreadable rows: {count}", { count })}</span>
    </div>
  );
}
