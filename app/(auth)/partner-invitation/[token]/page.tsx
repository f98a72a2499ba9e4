import type { Metadata } from "next";
import { serverSide } from "@/app/_screen/hydrate";
import { currentActor } from "@/server/identity/screen-session";
import { t } from "@/texts/t";
import { AuthFrame } from "../../auth-frame";
import { DeadLink, ofSecretAddress } from "../../mailed-link";
import { pageLanguage } from "../../page-language";
import { PartnerInvitation } from "./partner-invitation";

export const generateMetadata = (): Metadata => ofSecretAddress(t("Invitation"));

/** Where the link of a partner's invitation leads: who invites, as what and why, and the way to accept. */
export default async function PartnerInvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { trpc } = await serverSide();
  const invitation = await trpc.partnerInvitations.look({ token });
  if (!invitation)
    return (
      <DeadLink title="This invitation is no longer valid">
        {t(
          "It was already answered, has expired, or was replaced by a newer one. Ask the company that invited you to send it again.",
        )}
      </DeadLink>
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
