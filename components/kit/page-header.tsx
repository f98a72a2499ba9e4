"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { InnerLink } from "@/components/ui/inner-link";
import { t } from "@/texts/t";
import { crumbsOf } from "./crumbs.rules";
import { useListHref } from "./list/place";
import styles from "./page-header.module.css";
import type { Screen } from "./screen";
import { useAreaOf, useHome, useScreen } from "./screens";
import { Star } from "./shell/star";
import { opening } from "./value-text";

interface Props {
  title: string;
  /** under the title: one sentence on what the page is for */
  purpose?: string;
  /** right of the title, such as a status */
  beside?: ReactNode;
  /** key facts under the title, such as a copyable id */
  facts?: ReactNode;
  /** what matters of a record now, in one sentence */
  sentence?: ReactNode;
  /** the one primary action, and quiet ones before it */
  actions?: ReactNode;
  /** it is the page of a record, which can be a favourite */
  isRecord?: true;
}

/** Breadcrumbs, title and action on top of every page; it also names the browser tab. */
export function PageHeader({ title, purpose, beside, facts, sentence, actions, isRecord }: Props) {
  const path = usePathname();
  const screen = useScreen();
  const home = useHome();
  const list = useListHref(screen?.at ?? path, path === screen?.at);
  const area = useAreaOf()(screen);
  const isBelow = path !== screen?.at;
  // On one of its pages the tabs of the area stand above.
  const crumbs = screen && area && isBelow && screen.at !== home ? crumbsOf(area.heading, screen.heading) : [];
  return (
    <header className={styles.header}>
      <title>{`${title} · Persdesk`}</title>
      <div className={styles.words}>
        {crumbs.length > 0 && (
          <nav aria-label={t("Breadcrumbs")}>
            <ol className={styles.crumbs}>
              {crumbs.map(({ name, leads }) => (
                <li key={name}>{leads ? <InnerLink href={list}>{name}</InnerLink> : name}</li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {beside}
          {screen && !isBelow && screen.at !== home && <Star screen={screen} />}
          {screen && isRecord && <Star screen={screen} of={{ at: path, title, name: title }} />}
        </div>
        {purpose && <p className={styles.purpose}>{purpose}</p>}
        {facts && <div className={styles.facts}>{facts}</div>}
        {sentence}
      </div>
      {actions && (
        <div className={styles.actions} data-actions="">
          {actions}
        </div>
      )}
    </header>
  );
}

/** The top of a page that the rail or a tab leads to: its name, and what it is for. */
export function ScreenHeader({ of, ...rest }: { of: Pick<Screen, "heading"> } & Pick<Props, "actions">) {
  return <PageHeader title={opening(t(of.heading))} purpose={useScreen()?.purpose} {...rest} />;
}
