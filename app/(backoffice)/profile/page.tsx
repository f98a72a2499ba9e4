import { AccountPage } from "@/app/_account/account-page";

export default function ProfilePage() {
  return <AccountPage />;
}
