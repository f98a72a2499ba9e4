import { FleetRolloutSheet } from "../../_screens/fleet-rollout.sheet";
import { fleetRollouts } from "../../fleet.resource";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(fleetRollouts, FleetRolloutSheet);
