import { CompanyHistorySheet } from "../../_screens/company-history.sheet";
import { portalRecordPage } from "../../portal-page";
import { companyHistory } from "../../team.resource";

export default portalRecordPage(companyHistory, CompanyHistorySheet);
