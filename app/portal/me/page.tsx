import type { Metadata } from "next";
import { serverSide } from "@/app/_screen/hydrate";
import { PageHeader } from "@/components/kit/page-header";
import { t } from "@/texts/t";
import { portalCompanies } from "../portal-companies";
import styles from "../workspace.module.css";
import { OwnVehicleList } from "./own-vehicle.list";

export const generateMetadata = (): Metadata => ({ title: `${t("Home")} · Persdesk` });

/** What a rider may see here of their own; riding itself is done with the app. */
export default async function OwnHomePage() {
  const { viewer } = await portalCompanies();
  const { trpc } = await serverSide();
  const { items } = await trpc.workspace.ownVehicles({});
  return (
    <>
      <PageHeader title={t("Welcome, {label}", { label: viewer.label })} />
      <p className={styles.lead}>
        {t(
          "You do not belong to a company. If you were invited for one, you find it here as soon as its administrators have let you in. You manage your vehicles in the app, and your password and language in your profile.",
        )}
      </p>
      <h2 className={styles.heading}>{t("Your vehicles")}</h2>
      <OwnVehicleList rows={items} />
    </>
  );
}
