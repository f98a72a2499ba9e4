"use client";

import { AlertDesk } from "../../../(backoffice)/(devices)/alert-desk/_screens/alert-desk.part";
import type { DeskPlace } from "../../../(backoffice)/(devices)/alert-desk/_screens/alert-place.part";
import { fleetAlerts, fleetPers, fleetRiders, fleetVehicles } from "../fleet.resource";

const place: DeskPlace = {
  of: fleetAlerts as unknown as DeskPlace["of"], // its router has the procedures of the desk of staff
  write: "company-alert.write",
  pers: fleetPers,
  vehicles: fleetVehicles,
  riders: fleetRiders,
  isStaff: false,
};

/** The desk of the company whose workspace this is. */
export const FleetDesk = () => <AlertDesk of={place} />;
