import { FleetRiderList } from "../_screens/fleet-rider.list";
import { fleetRidersAt } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetRidersAt(""), FleetRiderList);
