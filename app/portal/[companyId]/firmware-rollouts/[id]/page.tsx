import { FleetRolloutSheet } from "../../_screens/fleet-rollout.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(FleetRolloutSheet);
