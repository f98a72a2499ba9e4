import { DealerVehicleImport } from "../../../_screens/partner-import.form";
import { dealers } from "../../../partner.resource";
import { portalRecordPage } from "../../../portal-page";

export default portalRecordPage(dealers, DealerVehicleImport);
