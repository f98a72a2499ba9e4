import type { Metadata } from "next";
import { AccountScreen } from "@/app/_account/account-screen";

export const metadata: Metadata = { title: "Profile · Persdesk" };

export default function PortalProfilePage() {
  return (
    <>
      <h1>Profile</h1>
      <AccountScreen />
    </>
  );
}
