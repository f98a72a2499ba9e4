import { FleetModelList } from "../_screens/fleet-model.list";
import { fleetModels } from "../fleet.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(fleetModels, FleetModelList);
