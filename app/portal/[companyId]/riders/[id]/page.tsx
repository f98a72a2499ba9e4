import { FleetRiderSheet } from "../../_screens/fleet-rider.sheet";
import { fleetRiders } from "../../fleet.resource";
import { portalRecordPage } from "../../portal-page";
import { partsAhead } from "../../sheet-ahead";

export default portalRecordPage(fleetRiders, FleetRiderSheet, (trpc, inside, may) =>
  partsAhead(trpc, "riderId", inside, may),
);
