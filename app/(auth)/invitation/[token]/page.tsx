import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { serverSide } from "@/app/_screen/hydrate";
import { currentActor } from "@/server/identity/screen-session";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";
import { AuthFrame } from "../../auth-frame";
import { DeadLink, ofSecretAddress } from "../../mailed-link";
import { SignOutButton } from "../../no-access/sign-out-button";
import { pageLanguage } from "../../page-language";
import { AcceptButton } from "./accept-button";
import { NewPersonForm } from "./new-person-form";

export const generateMetadata = (): Metadata => ofSecretAddress(t("Invitation"));

/** Where the link of an invitation leads: who invites to what, and the way to accept. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { trpc } = await serverSide();
  const invitation = await trpc.invitations.look({ token });
  if (!invitation)
    return (
      <DeadLink title="This invitation is no longer valid">
        {t(
          "It was already used, has expired, or was replaced by a newer one. If you already have an account, sign in. Otherwise, ask the person who invited you to send a new invitation.",
        )}
      </DeadLink>
    );
  const { email, companyName, inviter, isNew } = invitation;
  const actor = await currentActor();
  const title = companyName ? t("Invitation to {companyName}", { companyName }) : t("Your Persdesk account");
  const by = inviter ?? companyName ?? "Persdesk";
  const frame = (what: string, children: ReactNode) => (
    <AuthFrame title={title}>
      <p className={styles.text}>
        {companyName
          ? t("{inviter} invites you to the {companyName} workspace.", { inviter: by, companyName })
          : t("{inviter} created an account for you.", { inviter: by })}{" "}
        {what}
      </p>
      {children}
    </AuthFrame>
  );
  if (invitation.isStaff)
    return frame(
      t(
        "The account of {email} is a staff account. Staff accounts hold no membership of a company, so this invitation cannot be accepted. Ask the person who invited you to use another address.",
        { email },
      ),
      null,
    );
  if (isNew)
    return frame(
      t("Choose a password for {email}.", { email }),
      <NewPersonForm
        token={token}
        firstName={invitation.firstName}
        lastName={invitation.lastName}
        email={email}
        languageId={await pageLanguage()}
      />,
    );
  if (actor?.kind === "user" && actor.id === invitation.userId && !actor.actingId)
    return frame(t("You are signed in as {email}.", { email }), <AcceptButton token={token} />);
  if (actor?.kind === "user")
    return frame(
      t("The invitation is for {email}, but you are signed in as {other}. Sign out, then open the link again.", {
        email,
        other: actor.email,
      }),
      <SignOutButton />,
    );
  return frame(
    t("Sign in as {email} to accept.", { email }),
    <p className={styles.links}>
      <Link href={`/login?callbackUrl=${encodeURIComponent(`/invitation/${token}`)}`} prefetch={false}>
        {t("Sign in to accept")}
      </Link>
    </p>,
  );
}
