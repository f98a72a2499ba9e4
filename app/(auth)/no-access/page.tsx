import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentActor } from "@/server/identity/screen-session";
import styles from "../auth.module.css";
import { AuthFrame } from "../auth-frame";
import { SignOutButton } from "./sign-out-button";

export const metadata: Metadata = { title: "No access" };

/** For people who may sign in but hold no right of the backoffice. */
export default async function NoAccessPage() {
  const actor = await currentActor();
  if (actor?.kind !== "user") redirect("/login");
  if (actor.mustEnrol) redirect("/second-factor");
  if (actor.permissions.size > 0) redirect("/");
  return (
    <AuthFrame title="Nothing here yet">
      <p className={styles.text}>
        You are signed in as <strong>{actor.email}</strong>, but this account has no right to the backoffice. If that is
        not as it should be, ask an administrator of Persdesk for a role.
      </p>
      <SignOutButton />
    </AuthFrame>
  );
}
