"use client";

import Link from "next/link";
import { HomePart } from "@/components/kit/shell/home";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { fleetPersAt } from "../fleet.resource";
import { dealersAt, manufacturersAt, subcontractorsAt } from "../partner.resource";
import { EntryRequestLine, useEntryRequests } from "./entry-request.section";
import { AlertMark } from "./fleet-pers.list";
import styles from "./home.module.css";
import { ManufacturerButtons } from "./manufacturer.list";
import { useCompanyId } from "./portal.list";

/** Imports that were checked and not run, or that are running. */
function useOpenImports() {
  const companyId = useCompanyId();
  const may = useMay();
  const base = `/portal/${companyId}` as const;
  const [dealers, subcontractors] = [dealersAt(base), subcontractorsAt(base)];
  const ofDealers = trpc.dealers.imports.recent.useQuery({ companyId }, { enabled: may(dealers.may.write) });
  const ofSubcontractors = trpc.subcontractors.imports.recent.useQuery(
    { companyId },
    { enabled: may(subcontractors.may.write) },
  );
  return [
    { of: dealers, all: ofDealers.data ?? [] },
    { of: subcontractors, all: ofSubcontractors.data ?? [] },
  ].flatMap(({ of, all }) =>
    all
      .filter(({ status }) => status === "planned" || status === "running")
      .map((one) => ({ ...one, href: `${of.at}/import?import=${one.id}` })),
  );
}

/** What waits for the person: people who ask to be let in, invitations of other companies, imports that are not done, and devices with open alerts. */
export function WaitingSection() {
  const companyId = useCompanyId();
  const may = useMay();
  const base = `/portal/${companyId}` as const;
  const devices = fleetPersAt(base);
  const invitations = trpc.manufacturers.rows.useQuery(
    { companyId, status: "invited", limit: 20 },
    { enabled: may(manufacturersAt(base).may.read) },
  );
  const alerting = trpc.fleetPers.rows.useQuery(
    { companyId, hasAlerts: true, limit: 5 },
    { enabled: may(devices.may.read) },
  );
  const imports = useOpenImports();
  const asking = useEntryRequests();
  const invited = invitations.data?.items ?? [];
  const alerts = alerting.data?.items ?? [];
  const isEmpty = asking.length + invited.length + alerts.length + imports.length === 0;
  return (
    <HomePart title="Waiting for you">
      {isEmpty && <p className={styles.empty}>{t("Nothing waits for you.")}</p>}
      <ul className={styles.lines}>
        {asking.map((row) => (
          <li key={row.id}>
            <EntryRequestLine row={row} />
          </li>
        ))}
        {invited.map((row) => (
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
        {imports.map(({ id, fileName, href, status, plannedAt }) => (
          <li key={id}>
            <Link href={href} prefetch={false}>
              {fileName}
            </Link>
            <span>
              {status === "planned" ? t("Checked, not imported") : t("Importing")}, <When at={plannedAt} />
            </span>
          </li>
        ))}
        {alerts.map((row) => (
          <li key={row.id}>
            <Link href={devices.record(row.id)} prefetch={false}>
              {devices.title(row)}
            </Link>
            <AlertMark count={row.openAlerts} />
          </li>
        ))}
      </ul>
      {alerting.data?.hasMore && (
        <Link href={devices.list({ hasAlerts: true })} prefetch={false} className={styles.all}>
          {t("All devices with an open alert")}
        </Link>
      )}
    </HomePart>
  );
}
