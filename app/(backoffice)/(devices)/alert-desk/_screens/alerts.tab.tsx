"use client";

import { type AlertsOf, SheetAlerts } from "./sheet-alerts.part";
import { staffPlace } from "./staff-place.words";

/** The work on the alerts of a device, a vehicle or a rider, on its sheet for staff. */
export const AlertsTab = ({ about }: { about: AlertsOf }) => <SheetAlerts place={staffPlace} about={about} />;
