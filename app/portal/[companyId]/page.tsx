import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Facts } from "@/components/kit/sheet/facts";
import { portalCompanies } from "../portal-companies";

export const metadata: Metadata = { title: "Home" };

/** The workspace's home: who the person is in this company. */
export default async function PortalHomePage({ params }: { params: Promise<{ companyId: string }> }) {
  const { companyId } = await params;
  const { actor, companies } = await portalCompanies();
  const company = companies.find((one) => one.companyId === companyId);
  if (!company) notFound();
  return (
    <>
      <h1>Welcome, {actor.label}</h1>
      <Facts
        facts={[
          ["Company", company.name],
          ["Register number", company.registerNumber],
          ["Your role", company.role?.title ?? "None yet"],
          ["What you may do", company.permissions.length > 0 ? company.permissions.join(", ") : "Nothing yet"],
        ]}
      />
    </>
  );
}
