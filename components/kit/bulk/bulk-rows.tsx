"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { LinkTo } from "@/components/ui/value";
import { t } from "@/texts/t";
import { useLinks } from "../base";
import { PlanPager } from "../plan-pager";
import type { Resource } from "../resource";
import { ChangeList } from "../sheet/changes";
import styles from "./bulk.module.css";
import { useBulkDoor } from "./bulk-door";

interface Props {
  of: Resource;
  planId: string;
  set: Readonly<Record<string, unknown>>;
}

/** The records that a plan would change, each with what it has now and would get. */
export function BulkRows({ of, planId, set }: Props) {
  const { door, where } = useBulkDoor();
  const links = useLinks(of);
  const [page, setPage] = useState(1);
  const { data } = door.planRows.useQuery(
    { ...where, planId, page },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  if (!data) return <p className={styles.quiet}>{t("Loading…")}</p>;
  return (
    <>
      <ul className={styles.rows} aria-label={t("Rows that will change")}>
        {data.items.map(({ id, label, before, hasMoved }) => (
          <li key={id}>
            <LinkTo href={links.record(id)}>{label}</LinkTo>
            {hasMoved ? (
              <span className={styles.quiet}>{t("It has changed meanwhile and will be left.")}</span>
            ) : (
              <ChangeList
                of={of}
                changes={Object.fromEntries(
                  Object.entries(before).map(([field, was]) => [field, [was, set[field]] as [unknown, unknown]]),
                )}
              />
            )}
          </li>
        ))}
      </ul>
      <PlanPager page={page} count={data.items.length} totalItems={data.totalItems} onPage={setPage} />
    </>
  );
}

interface ReasonsProps {
  of: Resource;
  rows: readonly { id: string; label: string; reason: string | null }[];
}

/** Records that were not changed, each with why. */
export function BulkReasons({ of, rows }: ReasonsProps) {
  const links = useLinks(of);
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, label, reason }) => (
        <li key={id}>
          {label ? <LinkTo href={links.record(id)}>{label}</LinkTo> : <code>{id}</code>}
          <span className={styles.quiet}>{reason}</span>
        </li>
      ))}
    </ul>
  );
}
