import { FleetRolloutList } from "../_screens/fleet-rollout.list";
import { fleetRollouts } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetRollouts, FleetRolloutList);
