"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
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

/** A whole page that has only something to say, and the way on. */
export const Message = ({ title, children, href, action, retry }: Props) => (
  <div className={styles.message}>
    <title>{`${t(title)} · Persdesk`}</title>
    <h1>{t(title)}</h1>
    <p>{children}</p>
    <div className={styles.actions}>
      {retry && <Button onClick={retry}>{t("Try again")}</Button>}
      <Button variant="default" component={Link} href={href}>
        {t(action)}
      </Button>
    </div>
  </div>
);
