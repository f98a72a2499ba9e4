import { DealerVehicleImport } from "../../../_screens/partner-import.form";
import { portalRecordPage } from "../../../portal-page";

export default portalRecordPage(DealerVehicleImport);
