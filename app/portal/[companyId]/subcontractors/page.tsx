import { SubcontractorList } from "../_screens/partner.list";
import { subcontractors } from "../partner.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(subcontractors, SubcontractorList);
