import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { PrivacyDesk } from "./_screens/privacy.part";
import { privacyDesk } from "./privacy.resource";

export default async function PrivacyPage() {
  await onlyWhoMay(privacyDesk.needs);
  return <PrivacyDesk />;
}
