import { AccountScreen } from "@/app/_account/account-screen";
import { PageHeader } from "@/components/kit/page-header";

export default function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" />
      <AccountScreen />
    </>
  );
}
