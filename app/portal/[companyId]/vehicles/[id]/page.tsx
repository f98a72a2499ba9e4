import { FleetVehicleSheet } from "../../_screens/fleet-vehicle.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(FleetVehicleSheet);
