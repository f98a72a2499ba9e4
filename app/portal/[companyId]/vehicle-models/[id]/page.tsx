import { FleetModelSheet } from "../../_screens/fleet-model.form";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(FleetModelSheet);
