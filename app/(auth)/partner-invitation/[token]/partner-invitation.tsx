"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";
import { AuthForm, nameFields, newPasswordField } from "../../auth-form";
import { signIn } from "../../login/sign-in";
import { MailedButton } from "../../mailed-button";
import { SignOutButton } from "../../no-access/sign-out-button";

interface Props {
  token: string;
  invitation: {
    inviter: string;
    company: string;
    kind: "dealer" | "subcontractor";
    reason: string | null;
    email: string;
    account: "new" | "known" | "staff" | "disabled";
    userId: string | null;
  };
  /** who is signed in; null where nobody is */
  viewer: { id: string; email: string } | null;
  isStaffViewer: boolean;
  /** of the page */
  languageId: string | undefined;
}

/** The invitation, step by step: what it is, who accepts it, and that it was done. */
export function PartnerInvitation(props: Props) {
  const [step, setStep] = useState<"read" | "accept" | "done">("read");
  if (step === "read") return <Read {...props} onGo={() => setStep("accept")} />;
  if (step === "accept") return <Answer {...props} onDone={() => setStep("done")} />;
  return <Done />;
}

/** Who invites, as what and why, and what accepting does. */
function Read({ token, invitation, onGo }: Props & { onGo: () => void }) {
  const open = trpc.partnerInvitations.open.useMutation();
  const { inviter, company, kind, reason } = invitation;
  return (
    <>
      <p className={styles.text}>
        {kind === "dealer"
          ? t("{inviter} of {company} would like your company to work with {company} in Persdesk as its dealer.", {
              inviter,
              company,
            })
          : t(
              "{inviter} of {company} would like your company to work with {company} in Persdesk as its subcontractor.",
              { inviter, company },
            )}
      </p>
      {reason && <blockquote className={styles.quote}>{reason}</blockquote>}
      <p className={styles.text}>
        {kind === "dealer"
          ? t(
              "If you accept, your company sees the vehicles that {company} hands over to it, with their devices and alerts. {company} sees the name of your company and its people. Either of you can end it at any time.",
              { company },
            )
          : t(
              "If you accept, your company sees the devices and brands that {company} hands over to it, and services them. {company} sees the name of your company and its people. Either of you can end it at any time.",
              { company },
            )}
      </p>
      <Button size="md" fullWidth loading={open.isPending} onClick={() => open.mutate({ token }, { onSettled: onGo })}>
        {t("Continue")}
      </Button>
    </>
  );
}

function Answer({ token, invitation, viewer, isStaffViewer, languageId, onDone }: Props & { onDone: () => void }) {
  const { email, account, userId } = invitation;
  if (account === "staff" || isStaffViewer)
    return (
      <p className={styles.text}>
        {t(
          "The account of {email} is a staff account. Staff accounts hold no membership of a company, so this invitation cannot be accepted with it.",
          { email: viewer?.email ?? email },
        )}
      </p>
    );
  if (account === "disabled" && !viewer)
    return <p className={styles.text}>{t("The account of {email} is disabled.", { email })}</p>;
  if (!viewer && account === "new")
    return <NewPerson token={token} email={email} languageId={languageId} onDone={onDone} />;
  if (!viewer) return <SignIn token={token}>{t("Sign in as {email} to accept.", { email })}</SignIn>;
  return (
    <Accept token={token} onDone={onDone} isOther={viewer.id !== userId} label={viewer.email}>
      {viewer.id === userId
        ? t("You are signed in as {email}.", { email: viewer.email })
        : t(
            "The invitation was sent to {email}, but you are signed in as {other}. If you accept as {other}, the company that invited you sees this address and confirms it before it hands anything over.",
            { email, other: viewer.email },
          )}
    </Accept>
  );
}

interface NewPersonProps {
  token: string;
  email: string;
  languageId: string | undefined;
  onDone: () => void;
}

function NewPerson({ token, email, languageId, onDone }: NewPersonProps) {
  const accept = trpc.partnerInvitations.accept.useMutation();
  return (
    <>
      <p className={styles.text}>{t("Choose a password for {email}.", { email })}</p>
      <AuthForm
        submit="Accept invitation"
        fields={[...nameFields, newPasswordField]}
        onSubmit={async ({ firstName, lastName, password = "" }) => {
          await accept.mutateAsync({ token, firstName, lastName, password, languageId });
          await signIn(email, password);
          onDone();
        }}
      />
    </>
  );
}

interface AcceptProps {
  token: string;
  label: string;
  /** whether the address of who is signed in is another one than that of the invitation */
  isOther: boolean;
  children: ReactNode;
  onDone: () => void;
}

function Accept({ token, label, isOther, children, onDone }: AcceptProps) {
  const accept = trpc.partnerInvitations.accept.useMutation({ onSuccess: onDone });
  return (
    <div className={styles.form}>
      <p className={styles.text}>{children}</p>
      <MailedButton error={accept.error} isPending={accept.isPending} onClick={() => accept.mutate({ token })}>
        {isOther ? t("Accept as {email}", { email: label }) : t("Accept invitation")}
      </MailedButton>
      {isOther && <SignOutButton />}
    </div>
  );
}

const SignIn = ({ token, children }: { token: string; children: ReactNode }) => (
  <>
    <p className={styles.text}>{children}</p>
    <p className={styles.links}>
      <Link href={`/login?callbackUrl=${encodeURIComponent(`/partner-invitation/${token}`)}`} prefetch={false}>
        {t("Sign in to accept")}
      </Link>
    </p>
  </>
);

/** The same whether the company was known or not. */
const Done = () => (
  <>
    <p className={styles.text} role="status">
      {t("Thank you. We have told the people in charge.")}
    </p>
    <p className={styles.text}>{t("As soon as you have access to your company, you find it in Persdesk.")}</p>
    <Button component="a" href="/portal" size="md" fullWidth>
      {t("Go to Persdesk")}
    </Button>
  </>
);
