import type { Metadata } from "next";
import Link from "next/link";
import { serverSide } from "@/app/_screen/hydrate";
import { currentActor } from "@/server/identity/screen-session";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";
import { AuthFrame } from "../../auth-frame";
import { pageLanguage } from "../../page-language";
import { PartnerInvitation } from "./partner-invitation";

// The address is a secret: no page that is left from here may learn it.
export const generateMetadata = (): Metadata => ({
  title: t("Invitation"),
  referrer: "no-referrer",
  robots: "noindex",
});

/** Where the link of a partner's invitation leads: who invites, as what and why, and the way to accept. */
export default async function PartnerInvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { trpc } = await serverSide();
  const invitation = await trpc.partnerInvitations.look({ token });
  if (!invitation)
    return (
      <AuthFrame title="This invitation is no longer valid">
        <p className={styles.text}>
          {t(
            "It was already answered, has expired, or was replaced by a newer one. Ask the company that invited you to send it again.",
          )}
        </p>
        <p className={styles.links}>
          <Link href="/login" prefetch={false}>
            {t("Sign in")}
          </Link>
        </p>
      </AuthFrame>
    );
  const actor = await currentActor();
  const viewer = actor?.kind === "user" && !actor.actingId ? { id: actor.id, email: actor.email } : null;
  const { inviter, company, kind } = invitation;
  return (
    <AuthFrame
      title={
        kind === "dealer"
          ? t("{company} invites you as a dealer", { company })
          : t("{company} invites you as a subcontractor", { company })
      }
    >
      <PartnerInvitation
        token={token}
        invitation={{ ...invitation, inviter: inviter ?? "Persdesk" }}
        viewer={viewer}
        languageId={await pageLanguage()}
        isStaffViewer={actor?.kind === "user" && actor.type === "Staff"}
      />
    </AuthFrame>
  );
}
