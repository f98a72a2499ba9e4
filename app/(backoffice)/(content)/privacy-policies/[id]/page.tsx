import { recordPage } from "@/app/_screen/record-page";
import { PrivacyPolicySheet } from "../_screens/privacy-policy.sheet";
import { privacyPolicies } from "../privacy-policy.resource";

export default recordPage(privacyPolicies, PrivacyPolicySheet);
