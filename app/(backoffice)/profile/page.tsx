import { AccountScreen } from "@/app/_account/account-screen";
import { PageHeader } from "@/components/kit/page-header";
import { t } from "@/texts/t";

export default function ProfilePage() {
  return (
    <>
      <PageHeader title={t("Profile")} />
      <AccountScreen />
    </>
  );
}
