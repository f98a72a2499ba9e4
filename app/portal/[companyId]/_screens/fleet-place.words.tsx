import type { DeskPlace } from "../../../(backoffice)/(devices)/alert-desk/_screens/alert-place.part";
import { fleetAlerts, fleetPers, fleetRiders, fleetVehicles } from "../fleet.resource";
import { FleetNotes } from "./fleet-notes.part";

/** Where the people of the company whose workspace this is work on alerts. */
export const fleetPlace: DeskPlace = {
  of: fleetAlerts as unknown as DeskPlace["of"], // its router has the procedures of the desk of staff
  write: "company-alert.write",
  pers: fleetPers,
  vehicles: fleetVehicles,
  riders: fleetRiders,
  isStaff: false,
  Notes: ({ id }) => <FleetNotes kind="fleetAlerts" id={id} />,
};
