import { DealerSheet } from "../../_screens/dealer.sheet";
import { portalRecordPage } from "../../portal-page";

export default portalRecordPage(DealerSheet);
