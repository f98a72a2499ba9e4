import { FleetRiderSheet } from "../../_screens/fleet-rider.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(FleetRiderSheet);
