import { SubcontractorSheet } from "../../_screens/subcontractor.sheet";
import { subcontractors } from "../../partner.resource";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(subcontractors, SubcontractorSheet);
