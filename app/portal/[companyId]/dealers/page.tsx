import { DealerList } from "../_screens/partner.list";
import { dealersAt } from "../partner.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(dealersAt(""), DealerList);
