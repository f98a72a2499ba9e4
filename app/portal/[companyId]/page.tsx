import type { Metadata } from "next";
import { serverSide } from "@/app/_screen/hydrate";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { counted, formatted } from "@/server/kit/count.rules";
import { portalCompany } from "../portal-companies";
import styles from "../workspace.module.css";

export const metadata: Metadata = { title: "Home · Persdesk" };

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
}

/** The workspace's home: what the person may see of the company in figures, and what they may do there. */
export default async function PortalHomePage({ params }: { params: Promise<{ companyId: string }> }) {
  const { companyId } = await params;
  const { viewer } = await portalCompany(companyId); // its layout is drawn beside it, not before it
  const { company, role, permissions, pers, vehicles, members } = await homeOf(companyId);
  const figures: Figure[] = [
    ...(pers ? [{ title: "PERS devices", total: pers.total, beside: `${pers.silent} not heard of for a day` }] : []),
    ...(vehicles
      ? [{ title: "Vehicles", total: vehicles.total, beside: `${vehicles.withoutRider} without a rider` }]
      : []),
    ...(members
      ? [{ title: "Members", total: members.active, beside: counted(members.invited, "open invitation") }]
      : []),
  ];
  return (
    <>
      <h1>Welcome, {viewer.label}</h1>
      <p className={styles.lead}>This is the workspace of {company.name}.</p>
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map(({ title, total, beside }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <strong>{formatted(total)}</strong>
                <span>{beside}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Section title="You in this company">
        <Facts
          facts={[
            ["Company", company.name],
            ["Kind", company.category],
            ["Register number", company.registerNumber],
            ["Your role", role ?? "None yet"],
            [
              "What you may do",
              permissions.length > 0
                ? permissions.map(({ code, label }) => <div key={code}>{label}</div>)
                : "Nothing yet; an administrator of the company can give you a role",
            ],
          ]}
        />
      </Section>
    </>
  );
}
