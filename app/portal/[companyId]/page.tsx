import type { Metadata } from "next";
import { NotVerified } from "@/app/_company/not-verified.words";
import { Ahead, type Loads } from "@/app/_screen/ahead";
import { serverSide } from "@/app/_screen/hydrate";
import { PageHeader } from "@/components/kit/page-header";
import { Facts } from "@/components/kit/sheet/facts";
import { HomePart } from "@/components/kit/shell/home";
import { t } from "@/texts/t";
import { portalCompany } from "../portal-companies";
import { FirstSteps } from "./_screens/first-steps.part";
import { FleetStanding } from "./_screens/fleet-figures.part";
import styles from "./_screens/home.module.css";
import { FiguresSection, figuresOf } from "./_screens/home-figures.part";
import { WaitingSection } from "./_screens/waiting.part";
import { waitingIn } from "./_screens/waiting.rules";
import { fleetAlerts, fleetPers } from "./fleet.resource";
import { dealers, manufacturers, subcontractors } from "./partner.resource";

export const generateMetadata = (): Metadata => ({ title: `${t("Home")} · Persdesk` });

/** What its parts ask for, for who sees them. */
const parts = (companyId: string): Loads => {
  const { invitations, entryRequests } = waitingIn(companyId);
  return (trpc, may) =>
    Promise.all([
      may(fleetAlerts.may.read) && trpc.fleetAlerts.standing.prefetch({ companyId }),
      may(fleetPers.may.read) && trpc.workspace.alerts.prefetch({ companyId }),
      may(manufacturers.may.read) && trpc.manufacturers.rows.prefetch(invitations),
      may("company-member.write") && trpc.entryRequests.rows.prefetch(entryRequests),
      may(dealers.may.write) && trpc.dealers.imports.recent.prefetch({ companyId }),
      may(subcontractors.may.write) && trpc.subcontractors.imports.recent.prefetch({ companyId }),
    ]);
};

/** The workspace's home: the company at a glance, what waits for the person, and what they may do there. */
export default async function PortalHomePage({ params }: { params: Promise<{ companyId: string }> }) {
  const { companyId } = await params;
  await portalCompany(companyId); // its layout is drawn beside it, not before it
  const { trpc } = await serverSide();
  const { company, role, permissions } = await trpc.workspace.home({ companyId });
  const held = new Set(permissions.map(({ code }) => code));
  const figures = await figuresOf(trpc, companyId, held);
  const base = `/portal/${companyId}` as const;
  return (
    <>
      <PageHeader
        title={company.name}
        beside={<NotVerified isVerified={company.isVerified} />}
        facts={`${company.category}, ${company.registerNumber}`}
      />
      {!company.isVerified && (
        <p role="note">
          {t(
            "Persdesk has not verified this company yet. You see what other companies hand over to it; it invites no partners and has no e-mail texts of its own until then.",
          )}
        </p>
      )}
      <Ahead of={parts(companyId)} companyId={companyId}>
        <div className={styles.parts}>
          <FirstSteps held={held} base={base} figures={figures} />
          <WaitingSection />
          <FleetStanding />
        </div>
      </Ahead>
      <FiguresSection base={base} figures={figures} />
      <div className={styles.parts}>
        <HomePart title="Your membership">
          <Facts
            facts={[
              ["Your role", role ?? t("None yet")],
              [
                "Your permissions",
                permissions.length > 0 ? (
                  <details key="permissions">
                    <summary>
                      {t("{count, plural, one {# permission} other {# permissions}}", { count: permissions.length })}
                    </summary>
                    {permissions.map(({ code, label }) => (
                      <div key={code}>{t(label)}</div>
                    ))}
                  </details>
                ) : (
                  t("None yet. A company administrator can grant you a role.")
                ),
              ],
            ]}
          />
        </HomePart>
      </div>
    </>
  );
}
