import { FleetPersList } from "../_screens/fleet-pers.list";
import { fleetPersAt } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetPersAt(""), FleetPersList);
