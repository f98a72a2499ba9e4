import { FleetModelList } from "../_screens/fleet-model.list";
import { fleetModelsAt } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetModelsAt(""), FleetModelList);
