import { FleetRiderList } from "../_screens/fleet-rider.list";
import { fleetRiders } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetRiders, FleetRiderList);
