import type { Metadata } from "next";
import { serverSide } from "@/app/_screen/hydrate";
import { portalCompanies } from "../portal-companies";
import styles from "../workspace.module.css";
import { OwnVehicleList } from "./own-vehicle.list";

export const metadata: Metadata = { title: "Home · Persdesk" };

/** What a rider may see here of their own; riding itself is done with the app. */
export default async function OwnHomePage() {
  const { viewer } = await portalCompanies();
  const { trpc } = await serverSide();
  const { items } = await trpc.workspace.ownVehicles({});
  return (
    <>
      <h1>Welcome, {viewer.label}</h1>
      <p className={styles.lead}>
        You belong to no company here. What you ride you see and settle in the app; your password and your language you
        can change on your profile.
      </p>
      <h2 className={styles.heading}>Your vehicles</h2>
      <OwnVehicleList rows={items} />
    </>
  );
}
