import { FleetVehicleList } from "../_screens/fleet-vehicle.list";
import { fleetVehicles } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetVehicles, FleetVehicleList);
