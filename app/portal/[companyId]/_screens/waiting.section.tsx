"use client";

import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { ManufacturerButtons } from "./manufacturer.list";
import { useCompanyId } from "./portal.list";
import styles from "./portal.module.css";

/** Invitations of other companies that wait for an answer; nothing where none does. */
export function WaitingSection() {
  const companyId = useCompanyId();
  const open = trpc.manufacturers.rows.useQuery({ companyId, status: "invited", limit: 20 }).data?.items ?? [];
  if (open.length === 0) return null;
  return (
    <Section title="Waiting for you">
      <ul className={styles.waiting}>
        {open.map((row) => (
          <li key={row.id}>
            <span>
              {t("{company} would like to work with you as its {kind}.", {
                company: row.company.name,
                kind: t(row.kind),
              })}
            </span>
            <ManufacturerButtons row={row} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
