"use client";

import { SheetAlerts } from "../../../(backoffice)/(devices)/alert-desk/_screens/sheet-alerts.part";
import type { AlertsOf } from "../../../(backoffice)/(devices)/alert-desk/_screens/sheet-alerts.rules";
import { fleetPlace } from "./fleet-place.words";

/** The company's work on the alerts of what a sheet is about. */
export const FleetAlerts = ({ about }: { about: AlertsOf }) => <SheetAlerts place={fleetPlace} about={about} />;
