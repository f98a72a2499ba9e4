import { DealerSheet } from "../../_screens/dealer.sheet";
import { dealers } from "../../partner.resource";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(dealers, DealerSheet);
