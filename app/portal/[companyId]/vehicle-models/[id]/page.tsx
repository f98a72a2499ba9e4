import { FleetModelSheet } from "../../_screens/fleet-model.form";
import { fleetModels } from "../../fleet.resource";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(fleetModels, FleetModelSheet);
