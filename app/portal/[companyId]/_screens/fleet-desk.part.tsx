"use client";

import { AlertDesk } from "../../../(backoffice)/(devices)/alert-desk/_screens/alert-desk.part";
import { fleetPlace } from "./fleet-place.words";

/** The desk of the company whose workspace this is. */
export const FleetDesk = () => <AlertDesk of={fleetPlace} />;
