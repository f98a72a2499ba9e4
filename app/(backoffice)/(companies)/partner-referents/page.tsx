import { listPage } from "@/app/_screen/list-page";
import { PartnerReferentList } from "./_screens/partner-referent.list";
import { partnerReferents } from "./partner-referent.resource";

export default listPage(partnerReferents, PartnerReferentList);
