import { SubcontractorSheet } from "../../_screens/subcontractor.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(SubcontractorSheet);
