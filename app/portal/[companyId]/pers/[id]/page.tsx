import { FleetPersSheet } from "../../_screens/fleet-pers.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(FleetPersSheet);
