"use client";

import { trpc } from "@/components/kit/trpc";
import { Hidden } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

const everyMs = 30_000;

/** How many alerts need work now, and how many of them are the reader's, beside the way to the desk. */
export function DeskCount({ companyId }: { companyId?: string }) {
  const often = { refetchInterval: everyMs };
  const ofStaff = trpc.alertDesk.counts.useQuery({}, { ...often, enabled: companyId === undefined });
  const theirs = trpc.fleetAlerts.counts.useQuery(
    { companyId: companyId ?? "" },
    { ...often, enabled: companyId !== undefined },
  );
  const counts = companyId === undefined ? ofStaff.data : theirs.data;
  if (!counts) return null;
  const all = counts.all - counts.snoozed;
  if (all === 0) return null;
  const said = t("{count, plural, one {# alert needs work} other {# alerts need work}}, {mine} yours", {
    count: all,
    mine: formatted(counts.mine),
  });
  return (
    <span title={said}>
      <Hidden>{said}</Hidden>
      <span aria-hidden>
        {counts.mine > 0 && <b>{formatted(counts.mine)}</b>} {formatted(all)}
      </span>
    </span>
  );
}
