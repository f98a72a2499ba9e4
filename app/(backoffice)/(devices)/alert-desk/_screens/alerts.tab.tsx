"use client";

import { SheetAlerts } from "./sheet-alerts.part";
import type { AlertsOf } from "./sheet-alerts.rules";
import { staffPlace } from "./staff-place.words";

/** The work on the alerts of a device, a vehicle or a rider, on its sheet for staff. */
export const AlertsTab = ({ about }: { about: AlertsOf }) => <SheetAlerts place={staffPlace} about={about} />;
