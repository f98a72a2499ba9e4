import type { ReactNode } from "react";
import { PortalShell } from "../_shell/portal-shell";
import { portalCompany } from "../portal-companies";

/** The company's own workspace. */
export default async function PortalLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ companyId: string }>;
}) {
  const { companyId } = await params;
  const { viewer, companies, company } = await portalCompany(companyId);
  return (
    <PortalShell viewer={viewer} companies={companies} company={company}>
      {children}
    </PortalShell>
  );
}
