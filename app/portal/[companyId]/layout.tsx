import { forbidden } from "next/navigation";
import type { ReactNode } from "react";
import { PortalShell } from "../_shell/portal-shell";
import { portalCompanies } from "../portal-companies";

/** The company's own workspace. A company that is not the person's is refused (403), whether it exists or not. */
export default async function PortalLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ companyId: string }>;
}) {
  const { companyId } = await params;
  const { viewer, companies } = await portalCompanies();
  const company = companies.find((one) => one.companyId === companyId);
  if (!company) forbidden();
  return (
    <PortalShell viewer={viewer} companies={companies} company={company}>
      {children}
    </PortalShell>
  );
}
