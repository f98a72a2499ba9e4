import { CompanyHistoryList } from "../_screens/company-history.list";
import { portalListPage } from "../portal-page";
import { companyHistory } from "../team.resource";

export default portalListPage(companyHistory, CompanyHistoryList);
