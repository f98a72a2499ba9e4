"use client";

import Link from "next/link";
import { useLinks } from "@/components/kit/base";
import { HomePart } from "@/components/kit/shell/home";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Status, When } from "@/components/ui/value";
import { alertTone } from "@/server/devices/alert/alert-urgency.rules";
import { t } from "@/texts/t";
import { fleetPers } from "../fleet.resource";
import { dealers, manufacturers, subcontractors } from "../partner.resource";
import { useCompanyId } from "./company-id.hook";
import { EntryRequestLine, useEntryRequests } from "./entry-request.part";
import styles from "./home.module.css";
import { ManufacturerButtons } from "./manufacturer.list";
import { waitingIn } from "./waiting.rules";

/** Imports that were checked and not run, or that are running. */
function useOpenImports() {
  const companyId = useCompanyId();
  const may = useMay();
  const ways = { dealers: useLinks(dealers), subcontractors: useLinks(subcontractors) };
  const ofDealers = trpc.dealers.imports.recent.useQuery({ companyId }, { enabled: may(dealers.may.write) });
  const ofSubcontractors = trpc.subcontractors.imports.recent.useQuery(
    { companyId },
    { enabled: may(subcontractors.may.write) },
  );
  return [
    { links: ways.dealers, all: ofDealers.data ?? [] },
    { links: ways.subcontractors, all: ofSubcontractors.data ?? [] },
  ].flatMap(({ links, all }) =>
    all
      .filter(({ status }) => status === "planned" || status === "running")
      .map((one) => ({ ...one, href: `${links.at}/import?import=${one.id}` })),
  );
}

/** What waits for the person: people who ask to be let in, invitations of other companies, imports that are not done, and devices with open alerts. */
export function WaitingSection() {
  const companyId = useCompanyId();
  const may = useMay();
  const devices = useLinks(fleetPers);
  const invitations = trpc.manufacturers.rows.useQuery(waitingIn(companyId).invitations, {
    enabled: may(manufacturers.may.read),
  });
  const alerting = trpc.workspace.alerts.useQuery({ companyId }, { enabled: may(fleetPers.may.read) });
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
        {alerts.map(({ id, persId, serialNumber, vehicle, name, level, since }) => (
          <li key={id}>
            <Link href={devices.record(persId)} prefetch={false}>
              {vehicle ?? serialNumber}
            </Link>
            <span title={level.name} suppressHydrationWarning>
              <Status tone={alertTone(level.rank, since, Date.now())}>{name}</Status> <When at={since} />
            </span>
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
