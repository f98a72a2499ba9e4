import { FleetVehicleSheet } from "../../_screens/fleet-vehicle.sheet";
import { fleetVehicles } from "../../fleet.resource";
import { portalRecordPage } from "../../portal-page";
import { partsAhead } from "../../sheet-ahead";

export default portalRecordPage(fleetVehicles, FleetVehicleSheet, (trpc, inside, may) =>
  partsAhead(trpc, "vehicleId", inside, may),
);
