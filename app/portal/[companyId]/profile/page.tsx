import type { Metadata } from "next";
import { AccountPage } from "@/app/_account/account-page";
import { t } from "@/texts/t";

export const generateMetadata = (): Metadata => ({ title: `${t("Profile")} · Persdesk` });

export default function PortalProfilePage() {
  return <AccountPage hasPush />;
}
