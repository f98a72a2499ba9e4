import { SubcontractorPersImport } from "../../../_screens/partner-import.form";
import { subcontractors } from "../../../partner.resource";
import { portalRecordPage } from "../../../portal-page";

export default portalRecordPage(subcontractors, SubcontractorPersImport);
