"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { PageHeader } from "../page-header";
import { useViewer } from "../viewer";
import styles from "./home.module.css";
import { useDomains } from "./rail";

/** The first page: figures, then everything the person may see. */
export function Home({ children }: { children: ReactNode }) {
  const { label } = useViewer();
  const domains = useDomains().filter(({ domain }) => domain !== "Home");
  return (
    <>
      <PageHeader title={`Good to see you, ${label.split(" ")[0]}`} />
      <p className={styles.hint}>
        {domains.length > 0
          ? "Press Ctrl K anywhere to find a device by its serial number, a person by name or e-mail address, or a screen."
          : "Your account has no rights in the backoffice yet. Ask an administrator to give you a role."}
      </p>
      {children}
      <div className={styles.domains}>
        {domains.map(({ domain, screens }) => (
          <section key={domain} className={styles.domain}>
            <h2>{domain}</h2>
            <ul>
              {screens.map(({ at, icon, heading }) => (
                <li key={at}>
                  <Link href={at} prefetch={false} className={styles.line}>
                    {icon}
                    {heading}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
