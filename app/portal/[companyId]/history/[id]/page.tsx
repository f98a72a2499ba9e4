import { CompanyHistorySheet } from "../../_screens/company-history.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(CompanyHistorySheet);
