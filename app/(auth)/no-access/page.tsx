import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentActor } from "@/server/identity/screen-session";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import styles from "../auth.module.css";
import { AuthFrame } from "../auth-frame";
import { SignOutButton } from "./sign-out-button";

export const generateMetadata = (): Metadata => ({ title: t("No access") });

/** For people who may sign in but hold no right of the backoffice. */
export default async function NoAccessPage() {
  const actor = await currentActor();
  if (actor?.kind !== "user") redirect("/login");
  if (actor.mustEnrol) redirect("/second-factor");
  if (actor.permissions.size > 0) redirect("/");
  return (
    <AuthFrame title="No access yet">
      <p className={styles.text}>
        <Rich
          text="You are signed in as <strong>{email}</strong>, but this account has no access to the backoffice. If you need access, ask a Persdesk administrator for a role."
          values={{ email: actor.email }}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
      <SignOutButton />
    </AuthFrame>
  );
}
