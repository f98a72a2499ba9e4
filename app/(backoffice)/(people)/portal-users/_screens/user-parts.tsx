"use client";

import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, Status, When } from "@/components/ui/value";
import styles from "./user-parts.module.css";

/** The companies of a person, with the way to switch to them there. */
export function CompaniesPart({ userId }: { userId: string }) {
  const may = useMay();
  const items = trpc.portalUsers.companies.useQuery({ userId }).data?.items ?? [];
  return (
    <Section title="Companies">
      {items.length === 0 && <p className={styles.none}>This person belongs to no company.</p>}
      <ul className={styles.list}>
        {items.map((one) => (
          <li key={one.userCompanyId}>
            <span>
              {one.name} <small>{one.role?.title ?? "No role"}</small>
            </span>
            <Status tone={one.status === "active" ? "ok" : "quiet"}>{one.status}</Status>
            {one.status === "active" && may("switch-to.use") && (
              <LinkTo href={`/switch-to/${one.userCompanyId}`}>Switch to</LinkTo>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What this person can do, and through which role. */
export function RightsPart({ userId }: { userId: string }) {
  const rights = trpc.userRoles.whatCan.useQuery({ userId }).data;
  return (
    <Section title="What this person can do">
      {rights && !rights.isActive && <p className={styles.none}>Nothing at the moment: the account is not active.</p>}
      {rights?.items.length === 0 && <p className={styles.none}>No role gives this person any right.</p>}
      <ul className={styles.list}>
        {rights?.items.map((right) => (
          <li key={`${right.company} ${right.permission}`}>
            <span>
              {right.label} <small>{right.company ? `in ${right.company}` : right.permission}</small>
            </span>
            <span>through {right.through.map((one) => one.role).join(", ")}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Who acted as this person, when and why. */
export function VisitsPart({ userId }: { userId: string }) {
  const visits = trpc.switchTo.visits.useQuery({ userId }).data?.items;
  return (
    <Section title="Who switched to this person">
      {visits?.length === 0 && <p className={styles.none}>Nobody so far.</p>}
      <ul className={styles.list}>
        {visits?.map((visit) => (
          <li key={visit.id}>
            <span>
              {visit.who.firstName} {visit.who.lastName}{" "}
              <small>in {visit.companyName ?? "a company that is gone"}</small>
            </span>
            <span>{visit.reason}</span>
            <When at={visit.createdAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
