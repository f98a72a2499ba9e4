import { AccountScreen } from "@/app/_account/account-screen";

export default function PortalProfilePage() {
  return (
    <>
      <h1>Profile</h1>
      <AccountScreen />
    </>
  );
}
