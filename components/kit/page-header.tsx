"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { t } from "@/texts/t";
import { crumbsOf } from "./crumbs.rules";
import { useListHref } from "./list/place";
import styles from "./page-header.module.css";
import { useHome, useScreen } from "./screens";

interface Props {
  title: string;
  /** right of the title, such as a status */
  beside?: ReactNode;
  /** key facts under the title, such as a copyable id */
  facts?: ReactNode;
  /** the one primary action, and quiet ones before it */
  actions?: ReactNode;
}

/** Breadcrumbs, title and action on top of every page; it also names the browser tab. */
export function PageHeader({ title, beside, facts, actions }: Props) {
  const path = usePathname();
  const screen = useScreen();
  const home = useHome();
  const list = useListHref(screen?.at ?? path);
  const crumbs = screen && screen.at !== home ? crumbsOf(t(screen.domain), screen.heading, path !== screen.at) : [];
  return (
    <header className={styles.header}>
      <title>{`${title} · Persdesk`}</title>
      <div className={styles.words}>
        {crumbs.length > 0 && (
          <nav aria-label={t("Breadcrumbs")}>
            <ol className={styles.crumbs}>
              {crumbs.map(({ name, leads }) => (
                <li key={name}>
                  {leads ? (
                    <Link href={list} prefetch={false}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {beside}
        </div>
        {facts && <div className={styles.facts}>{facts}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
