import type { Metadata } from "next";
import Link from "next/link";
import { serverSide } from "@/app/_screen/hydrate";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { formatted } from "@/server/kit/count.rules";
import { t } from "@/texts/t";
import { portalCompany } from "../portal-companies";
import styles from "../workspace.module.css";
import { WaitingSection } from "./_screens/waiting.section";
import { fleetPersAt, fleetVehiclesAt } from "./fleet.resource";
import { dealersAt, subcontractorsAt } from "./partner.resource";
import { membersAt } from "./team.resource";

export const generateMetadata = (): Metadata => ({ title: `${t("Home")} · Persdesk` });

/** The company, and the figures that the person may see of it. */
async function homeOf(companyId: string) {
  const { workspace } = (await serverSide()).trpc;
  const home = await workspace.home({ companyId });
  const held = new Set(home.permissions.map(({ code }) => code));
  const [pers, vehicles, members] = await Promise.all([
    held.has("company-pers.read") ? workspace.pers({ companyId }) : null,
    held.has("company-vehicle.read") ? workspace.vehicles({ companyId }) : null,
    held.has("company-member.read") ? workspace.members({ companyId }) : null,
  ]);
  return { ...home, pers, vehicles, members };
}

interface Figure {
  title: string;
  total: number;
  beside: string;
  href: string;
}

interface FirstStepsProps {
  held: ReadonlySet<string>;
  base: `/portal/${string}`;
  figures: Figure[];
}

/** What a company that has nothing here yet does first, as far as the person may. */
function FirstSteps({ held, base, figures }: FirstStepsProps) {
  const isNew = figures.every(({ title, total }) => title === "Members" || total === 0);
  const steps: [needs: string, href: string, text: string][] = [
    ["company-dealer.write", dealersAt(base).at, "Invite your dealers, one by one or from a list"],
    ["company-subcontractor.write", subcontractorsAt(base).at, "Invite your subcontractors and hand devices to them"],
    ["company-member.read", membersAt(base).at, "See who is in your team"],
  ];
  const mine = steps.filter(([needs]) => held.has(needs));
  if (!isNew || mine.length === 0) return null;
  return (
    <Section title="First steps">
      <ol>
        {mine.map(([, href, text]) => (
          <li key={href}>
            <Link href={href}>{text}</Link>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The workspace's home: what the person may see of the company in figures, and what they may do there. */
export default async function PortalHomePage({ params }: { params: Promise<{ companyId: string }> }) {
  const { companyId } = await params;
  const { viewer } = await portalCompany(companyId); // its layout is drawn beside it, not before it
  const { company, role, permissions, pers, vehicles, members } = await homeOf(companyId);
  const base = `/portal/${companyId}` as const;
  const figures: Figure[] = [
    ...(pers
      ? [
          {
            title: "PERS devices",
            total: pers.total,
            beside: t("{alerts} with an alert, {silent} silent for a day", {
              alerts: formatted(pers.alerting),
              silent: formatted(pers.silent),
            }),
            href: fleetPersAt(base).at,
          },
        ]
      : []),
    ...(vehicles
      ? [
          {
            title: "Vehicles",
            total: vehicles.total,
            beside: t("{distance} km in total, {count} without a rider", {
              distance: formatted(vehicles.distance),
              count: formatted(vehicles.withoutRider),
            }),
            href: fleetVehiclesAt(base).at,
          },
        ]
      : []),
    ...(members
      ? [
          {
            title: "Members",
            total: members.active,
            beside: t("{count, plural, one {# open invitation} other {# open invitations}}", {
              count: members.invited,
            }),
            href: membersAt(base).at,
          },
        ]
      : []),
  ];
  const held = new Set(permissions.map(({ code }) => code));
  return (
    <>
      <h1>{t("Welcome, {label}", { label: viewer.label })}</h1>
      <p className={styles.lead}>{t("This is the workspace of {name}.", { name: company.name })}</p>
      {held.has("company-manufacturer.read") && <WaitingSection />}
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(({ title, total, beside, href }) => (
            <div key={title}>
              <dt>
                <Link href={href}>{title}</Link>
              </dt>
              <dd>
                <strong>{formatted(total)}</strong>
                <span>{beside}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <FirstSteps held={held} base={base} figures={figures} />
      <Section title="Your membership">
        <Facts
          facts={[
            ["Company", company.name],
            ["Type", company.category],
            ["Register number", company.registerNumber],
            ["Your role", role ?? "None yet"],
            [
              "Your permissions",
              permissions.length > 0
                ? permissions.map(({ code, label }) => <div key={code}>{label}</div>)
                : "None yet. A company administrator can grant you a role.",
            ],
          ]}
        />
      </Section>
    </>
  );
}
