import { ManufacturerList } from "../_screens/manufacturer.list";
import { manufacturers } from "../partner.resource";
import { portalListPage } from "../portal-page";

export default portalListPage(manufacturers, ManufacturerList);
