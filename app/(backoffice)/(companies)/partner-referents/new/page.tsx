import { newPage } from "@/app/_screen/new-page";
import { PartnerReferentForm } from "../_screens/partner-referent.form";
import { partnerReferents } from "../partner-referent.resource";

export default newPage(partnerReferents, PartnerReferentForm);
