import { FleetVehicleList } from "../_screens/fleet-vehicle.list";
import { fleetVehiclesAt } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetVehiclesAt(""), FleetVehicleList);
