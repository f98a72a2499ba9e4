import Link from "next/link";
import type { ServerSide } from "@/app/_screen/hydrate";
import { type Links, linksBelow } from "@/components/kit/resource";
import { formatted, measured } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { fleetPers, fleetVehicles } from "../fleet.resource";
import { dealers, subcontractors } from "../partner.resource";
import { teamMembers } from "../team.resource";
import styles from "./home.module.css";

type Trpc = ServerSide["trpc"];

/** The figures of the company that the person may see; null for those of a list that they may not. */
export async function figuresOf({ workspace }: Trpc, companyId: string, held: ReadonlySet<string>) {
  const of = { companyId };
  const [pers, week, vehicles, members, dealers, subcontractors] = await Promise.all([
    held.has("company-pers.read") ? workspace.pers(of) : null,
    held.has("company-pers.read") ? workspace.week(of) : null,
    held.has("company-vehicle.read") ? workspace.vehicles(of) : null,
    held.has("company-member.read") ? workspace.members(of) : null,
    held.has("company-dealer.read") ? workspace.dealers(of) : null,
    held.has("company-subcontractor.read") ? workspace.subcontractors(of) : null,
  ]);
  return { pers, week, vehicles, members, dealers, subcontractors };
}
export type Figures = Awaited<ReturnType<typeof figuresOf>>;

interface Line {
  count: number;
  text: string;
  /** the list behind it: of exactly those, or of what it is a sum of */
  href: string;
  /** something to look at */
  isBad?: boolean;
}

interface CardProps {
  title: string;
  total: number;
  href: string;
  lines: Line[];
}

/** A figure, what it is made of, and the lists behind both. A part of 0 is not worth a line. */
const Card = ({ title, total, href, lines }: CardProps) => (
  <section className={styles.card} aria-label={t(title)}>
    <h2>{t(title)}</h2>
    <Link href={href} prefetch={false} className={styles.total}>
      {formatted(total)}
    </Link>
    <ul>
      {lines
        .filter(({ count }) => count > 0)
        .map(({ text, href, isBad }) => (
          <li key={text} data-bad={isBad || undefined}>
            <Link href={href} prefetch={false}>
              {text}
            </Link>
          </li>
        ))}
    </ul>
  </section>
);

/** Partners of one kind, and those who have not answered. */
function partnersCard(title: string, of: Links<"dealers" | "subcontractors">, figures: Figures["dealers"]) {
  if (!figures) return null;
  const { accepted, invited, waiting } = figures;
  return (
    <Card
      title={title}
      total={accepted}
      href={of.list({ status: "accepted" })}
      lines={[
        {
          count: invited,
          text: t("{count, plural, one {# open invitation} other {# open invitations}}", { count: invited }),
          href: of.list({ status: "invited" }),
        },
        {
          count: waiting,
          text: t("{count, plural, one {# waits for our staff} other {# wait for our staff}}", { count: waiting }),
          href: of.list({ isWaiting: true }),
        },
      ]}
    />
  );
}

/** The fleet, the people and the partners of a company at a glance. */
export function FiguresSection({ base, figures }: { base: string; figures: Figures }) {
  const { pers, week, vehicles, members } = figures;
  const devices = linksBelow(base, fleetPers);
  const fleet = linksBelow(base, fleetVehicles);
  const team = linksBelow(base, teamMembers);
  const byDistance = `${fleet.at}?sortBy=persDistance:desc`;
  return (
    <div className={styles.figures}>
      {pers && (
        <Card
          title="PERS devices"
          total={pers.total}
          href={devices.at}
          lines={[
            {
              count: pers.total - pers.silent,
              text: t("{count, plural, one {# heard within a day} other {# heard within a day}}", {
                count: pers.total - pers.silent,
              }),
              href: devices.list({ isSilent: false }),
            },
            {
              count: pers.silent,
              text: t("{count} silent for a day", { count: formatted(pers.silent) }),
              href: devices.list({ isSilent: true }),
            },
            {
              count: pers.alerting,
              text: t("{count} with an open alert", { count: formatted(pers.alerting) }),
              href: devices.list({ hasAlerts: true }),
              isBad: pers.urgent > 0,
            },
            {
              count: pers.behind,
              text: t("{count} with an older firmware", { count: formatted(pers.behind) }),
              href: devices.list({ isFirmwareBehind: true }),
            },
          ]}
        />
      )}
      {vehicles && (
        <Card
          title="Vehicles"
          total={vehicles.total}
          href={fleet.at}
          lines={[
            {
              count: week?.distance ?? 0,
              text: t("{distance} this week", { distance: measured(week?.distance ?? 0, "km", 0) }),
              href: byDistance,
            },
            {
              count: vehicles.distance,
              text: t("{distance} in total", { distance: measured(vehicles.distance, "km") }),
              href: byDistance,
            },
            {
              count: vehicles.withoutRider,
              text: t("{count} without a rider", { count: formatted(vehicles.withoutRider) }),
              href: fleet.list({ rider: 2 }),
            },
          ]}
        />
      )}
      {partnersCard("Dealers", linksBelow(base, dealers), figures.dealers)}
      {partnersCard("Subcontractors", linksBelow(base, subcontractors), figures.subcontractors)}
      {members && (
        <Card
          title="Members"
          total={members.active}
          href={team.list({ status: "active" })}
          lines={[
            {
              count: members.invited,
              text: t("{count, plural, one {# open invitation} other {# open invitations}}", {
                count: members.invited,
              }),
              href: team.list({ status: "invited" }),
            },
          ]}
        />
      )}
    </div>
  );
}
