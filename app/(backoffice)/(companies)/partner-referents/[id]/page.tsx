import { recordPage } from "@/app/_screen/record-page";
import { PartnerReferentSheet } from "../_screens/partner-referent.sheet";
import { partnerReferents } from "../partner-referent.resource";

export default recordPage(partnerReferents, PartnerReferentSheet);
