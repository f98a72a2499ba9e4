import type { Metadata } from "next";
import { AccountScreen } from "@/app/_account/account-screen";
import { t } from "@/texts/t";

export const generateMetadata = (): Metadata => ({ title: `${t("Profile")} · Persdesk` });

export default function PortalProfilePage() {
  return (
    <>
      <h1>{t("Profile")}</h1>
      <AccountScreen />
    </>
  );
}
