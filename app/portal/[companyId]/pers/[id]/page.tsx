import { FleetPersSheet } from "../../_screens/fleet-pers.sheet";
import { fleetPers, fleetRollouts } from "../../fleet.resource";
import { portalRecordPage } from "../../portal-page";
import { partsAhead } from "../../sheet-ahead";

export default portalRecordPage(fleetPers, FleetPersSheet, (trpc, inside, may) =>
  Promise.all([
    trpc.fleetPers.currentData.prefetch(inside),
    may(fleetRollouts.may.read) && trpc.fleetRolloutDevices.ofPers.prefetch(inside),
    partsAhead(trpc, "persId", inside, may),
  ]),
);
