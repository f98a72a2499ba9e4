import { SubcontractorList } from "../_screens/partner.list";
import { subcontractorsAt } from "../partner.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(subcontractorsAt(""), SubcontractorList);
