import type { Metadata } from "next";
import { AccountScreen } from "@/app/_account/account-screen";
import { PageHeader } from "@/components/kit/page-header";
import { t } from "@/texts/t";

export const generateMetadata = (): Metadata => ({ title: `${t("Profile")} · Persdesk` });

export default function PortalProfilePage() {
  return (
    <>
      <PageHeader title={t("Profile")} />
      <AccountScreen hasPush />
    </>
  );
}
