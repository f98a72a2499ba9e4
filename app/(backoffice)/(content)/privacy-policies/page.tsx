import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { PrivacyPolicyList } from "./_screens/privacy-policy.list";
import { privacyPolicies } from "./privacy-policy.resource";

export default listPage(privacyPolicies, PrivacyPolicyList, languagesAhead);
