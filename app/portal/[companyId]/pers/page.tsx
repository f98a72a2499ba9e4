import { FleetPersList } from "../_screens/fleet-pers.list";
import { fleetPers } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetPers, FleetPersList);
