"use client";

import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "@/texts/t";
import styles from "../auth.module.css";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Counts down to zero, once a second. */
export function useCountdown() {
  const [seconds, setSeconds] = useState(0);
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [seconds, setSeconds] as const;
}

/** Why signing in did not go well, in the reader's language, and how long to wait. */
export const Refused = ({ message, wait }: { message: string; wait: number }) => (
  <div role="alert" className={styles.alert}>
    {wait > 0 ? <IconClock size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
    <span>
      {t(message)}
      {wait > 0 && <strong className={styles.wait}> {clock(wait)}</strong>}
    </span>
  </div>
);
