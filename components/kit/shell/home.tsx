"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { Screen } from "../navigation";
import { PageHeader } from "../page-header";
import { hooksOf, type ListName } from "../resource";
import { useViewer } from "../viewer";
import styles from "./home.module.css";
import { useDomains } from "./rail";

function Count({ of }: { of: ListName }) {
  const { data } = hooksOf(of).count.useQuery({});
  return <span>{data ? data.totalItems.toLocaleString("en") : "…"}</span>;
}

const Line = ({ screen: { href, icon: Icon, title, router } }: { screen: Screen }) => (
  <li>
    <Link href={href} prefetch={false} className={styles.line}>
      <Icon size={17} stroke={1.7} />
      {title}
      {router && <Count of={router} />}
    </Link>
  </li>
);

/** The first page: figures, then everything the person may see, with how much of it there is. */
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
              {screens.map((screen) => (
                <Line key={screen.href} screen={screen} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
