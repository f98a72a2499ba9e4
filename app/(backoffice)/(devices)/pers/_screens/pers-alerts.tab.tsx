"use client";

import { ChildList } from "@/components/kit/list/child-list";
import { Section } from "@/components/kit/sheet/facts";
import { useMay } from "@/components/kit/viewer";
import { AlertsTab } from "../../alert-desk/_screens/alerts.tab";
import { alertDesk } from "../../alert-desk/alert-desk.resource";
import { openFirst, persAlertShows } from "../../pers-alerts/_screens/pers-alert.columns";
import { persAlerts } from "../../pers-alerts/pers-alert.resource";

/** The alerts that were raised on a device: the open ones first, then the newest. */
export function PersAlertsTab({ id }: { id: string }) {
  const seesWork = useMay()(alertDesk.may.read);
  return (
    <>
      <AlertsTab about={{ persId: id }} />
      <Section title="Log">
        <ChildList
          of={persAlerts}
          where={{ persId: id }}
          sort={openFirst}
          {...persAlertShows}
          href={(row) => (seesWork ? alertDesk.record(row.id) : undefined)}
          empty="No alerts have been raised on this device."
        />
      </Section>
    </>
  );
}
