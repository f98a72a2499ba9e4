import type { May } from "@/app/_screen/ahead";
import type { ServerSide } from "@/app/_screen/hydrate";
import {
  type AlertsOf,
  closedAlertsOf,
  openAlertsOf,
} from "@/app/(backoffice)/(devices)/alert-desk/_screens/sheet-alerts.rules";
import { notesOf } from "./_screens/fleet-notes.rules";
import { fleetAlerts } from "./fleet.resource";
import type { Inside } from "./portal-page";

const noted = { persId: "fleetPers", vehicleId: "fleetVehicles", riderId: "fleetRiders" } as const;

/**
 * Loads what the sheets of a device, a vehicle and a rider have in common: the work on its alerts, and its notes.
 * @param key what an alert calls it
 */
export function partsAhead(trpc: ServerSide["trpc"], key: keyof typeof noted, { companyId, id }: Inside, may: May) {
  const about = { [key]: id } as AlertsOf; // by its own name
  const notes = trpc[noted[key]].notes.list.prefetch(notesOf(companyId, id));
  if (!may(fleetAlerts.may.read)) return notes;
  const alerts = [openAlertsOf(about), closedAlertsOf(about)].map((asked) =>
    trpc.fleetAlerts.rows.prefetch({ companyId, ...asked }),
  );
  return Promise.all([notes, ...alerts]);
}
