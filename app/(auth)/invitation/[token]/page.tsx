import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { serverSide } from "@/app/_screen/hydrate";
import { currentActor } from "@/server/identity/screen-session";
import styles from "../../auth.module.css";
import { AuthFrame } from "../../auth-frame";
import { SignOutButton } from "../../no-access/sign-out-button";
import { AcceptButton } from "./accept-button";
import { NewPersonForm } from "./new-person-form";

// The address is a secret: no page that is left from here may learn it.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer", robots: "noindex" };

/** Where the link of an invitation leads: who invites to what, and the way to accept. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { trpc } = await serverSide();
  const invitation = await trpc.invitations.look({ token });
  if (!invitation)
    return (
      <AuthFrame title="This invitation is no longer valid">
        <p className={styles.text}>
          It was used, has expired, or a newer one took its place. If you have been here before, sign in. Else ask
          whoever invited you to send another.
        </p>
        <p className={styles.links}>
          <Link href="/login" prefetch={false}>
            Sign in
          </Link>
        </p>
      </AuthFrame>
    );
  const { email, companyName, inviter, isNew } = invitation;
  const actor = await currentActor();
  const title = companyName ? `Invitation to ${companyName}` : "Your Persdesk account";
  const frame = (what: string, children: ReactNode) => (
    <AuthFrame title={title}>
      <p className={styles.text}>
        {inviter ?? companyName ?? "Persdesk"}{" "}
        {companyName ? `invites you to the workspace of ${companyName}.` : "made an account for you."} {what}
      </p>
      {children}
    </AuthFrame>
  );
  if (isNew)
    return frame(
      `Choose the password that you will sign in with as ${email}.`,
      <NewPersonForm token={token} firstName={invitation.firstName} lastName={invitation.lastName} email={email} />,
    );
  if (actor?.kind === "user" && actor.id === invitation.userId && !actor.actingId)
    return frame(`You are signed in as ${email}.`, <AcceptButton token={token} />);
  if (actor?.kind === "user")
    return frame(
      `It is for ${email}, and you are signed in as ${actor.email}. Sign out, then open the link again.`,
      <SignOutButton />,
    );
  return frame(
    `Sign in as ${email} to accept.`,
    <p className={styles.links}>
      <Link href={`/login?callbackUrl=${encodeURIComponent(`/invitation/${token}`)}`} prefetch={false}>
        Sign in to accept
      </Link>
    </p>,
  );
}
