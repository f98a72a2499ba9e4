"use client";

import type { ReactNode } from "react";
import { t } from "@/texts/t";
import styles from "./message.module.css";

interface Props {
  title: string;
  children: ReactNode;
  href: string;
  action: string;
  /** a first thing to try, such as loading again */
  retry?: () => void;
}

/**
 * A whole page that has only something to say, and the way on. Each page loads it beforehand, for an error to come, hence
 * without the library of parts, and with links that load the next page anew.
 */
export const Message = ({ title, children, href, action, retry }: Props) => (
  <div className={styles.message}>
    <title>{`${t(title)} · Persdesk`}</title>
    <h1>{t(title)}</h1>
    <p>{children}</p>
    <div className={styles.actions}>
      {retry && (
        <button type="button" onClick={retry}>
          {t("Try again")}
        </button>
      )}
      <a href={href}>{t(action)}</a>
    </div>
  </div>
);
