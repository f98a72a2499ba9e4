import Link from "next/link";
import { HomePart } from "@/components/kit/shell/home";
import { t } from "@/texts/t";
import { dealers, subcontractors } from "../partner.resource";
import { preferencesScreen, teamMembers, teamRoles } from "../team.resource";
import styles from "./home.module.css";
import type { Figures } from "./home-figures.part";

interface Props {
  held: ReadonlySet<string>;
  base: string;
  figures: Figures;
}

interface Step {
  needs: string;
  href: string;
  text: string;
}

/** What a new company does first, as far as the person may; nothing once it works with somebody. */
export function FirstSteps({ held, base, figures }: Props) {
  const { members } = figures;
  const hasTeam = members !== null && members.active + members.invited > 1;
  const has = (partners: Figures["dealers"]) => partners !== null && partners.accepted + partners.invited > 0;
  const all: Step[] = [
    {
      needs: "team-preference.write",
      href: base + preferencesScreen.at,
      text: "Choose your language and time zone",
    },
    { needs: "team-role.write", href: base + teamRoles.at, text: "See which roles your people can have" },
    { needs: "company-member.write", href: base + teamMembers.at, text: "Invite your team" },
    {
      needs: "company-dealer.write",
      href: base + dealers.at,
      text: "Invite your dealers, one by one or from a list",
    },
    {
      needs: "company-subcontractor.write",
      href: base + subcontractors.at,
      text: "Invite your subcontractors and hand devices to them",
    },
  ];
  const steps = all.filter(({ needs }) => held.has(needs));
  const isNew = !hasTeam && !has(figures.dealers) && !has(figures.subcontractors);
  if (!isNew || steps.length === 0) return null;
  return (
    <HomePart title="First steps">
      <ol className={styles.steps}>
        {steps.map(({ href, text }) => (
          <li key={href}>
            <Link href={href} prefetch={false}>
              {t(text)}
            </Link>
          </li>
        ))}
      </ol>
    </HomePart>
  );
}
