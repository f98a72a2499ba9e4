import { DealerList } from "../_screens/partner.list";
import { dealers } from "../partner.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(dealers, DealerList);
