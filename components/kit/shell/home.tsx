"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { t } from "@/texts/t";
import { PageHeader } from "../page-header";
import { useAreaGroups } from "../screens";
import { useViewer } from "../viewer";
import styles from "./home.module.css";
import { useRecents } from "./recent";

/** A part of the first page under its own heading. */
export const HomePart = ({ title, isFirst, children }: { title: string; isFirst?: true; children: ReactNode }) => (
  <section className={styles.part} data-first={isFirst}>
    <h2>{t(title)}</h2>
    {children}
  </section>
);

/** The records that the person opened last; how to find one where there are none yet. */
function Recents() {
  const recents = useRecents();
  return (
    <HomePart title="Recently opened">
      {recents.length === 0 ? (
        <p className={styles.hint}>
          {t(
            "Records that you open appear here. Press Ctrl K anywhere to find a device by serial number, a person by name or e-mail address, or a page.",
          )}
        </p>
      ) : (
        <ul className={styles.lines}>
          {recents.map(({ at, title, one }) => (
            <li key={at}>
              <Link href={at} prefetch={false} className={styles.line}>
                <span>{title}</span>
                <small>{t(one)}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </HomePart>
  );
}

interface Props {
  /** what somebody has to see to */
  attention: ReactNode;
  figures: ReactNode;
  parts: ReactNode;
}

/** The first page: what needs attention, then figures, what changed, and where the person was. */
export function Home({ attention, figures, parts }: Props) {
  const { label } = useViewer();
  const hasScreens = useAreaGroups().length > 1;
  return (
    <>
      <PageHeader title={t("Good to see you, {name}", { name: label.split(" ")[0] ?? label })} />
      {!hasScreens && (
        <p className={styles.hint}>
          {t("Your account has no permissions in the backoffice yet. Ask an administrator to grant you a role.")}
        </p>
      )}
      {attention}
      {figures}
      <div className={styles.parts}>
        {parts}
        {hasScreens && <Recents />}
      </div>
    </>
  );
}
