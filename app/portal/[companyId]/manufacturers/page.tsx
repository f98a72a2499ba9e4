import { ManufacturerList } from "../_screens/manufacturer.list";
import { manufacturersAt } from "../partner.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(manufacturersAt(""), ManufacturerList);
