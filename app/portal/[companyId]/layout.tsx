import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { workspaceAreas } from "@/app/_resources/workspace";
import { serverSide } from "@/app/_screen/hydrate";
import { linksBelow } from "@/components/kit/resource";
import { areasFor } from "@/components/kit/screen";
import { railCookie, readRail } from "@/components/kit/shell/rail.rules";
import { AreaTexts } from "@/texts/area-texts";
import { RailCount } from "../../(backoffice)/(devices)/alert-desk/_screens/rail-count.part";
import { PortalShell } from "../_shell/portal-shell";
import { portalCompany } from "../portal-companies";
import { PortalDoor } from "./_screens/portal-door.part";
import { fleetAlerts } from "./fleet.resource";

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
  const { trpc } = await serverSide();
  const { items } = await trpc.companyListViews.favourites({ companyId: company.companyId });
  const home = `/portal/${companyId}`;
  const seesAlerts = company.permissions.includes(fleetAlerts.may.read);
  const counts = seesAlerts
    ? { [linksBelow(home, fleetAlerts).at]: <RailCount companyId={company.companyId} /> }
    : undefined;
  return (
    <AreaTexts of="app/portal/[companyId]">
      <PortalShell
        viewer={viewer}
        companies={companies}
        company={company}
        home={home}
        counts={counts}
        groups={areasFor(workspaceAreas, new Set(company.permissions), home)}
        rail={readRail((await cookies()).get(railCookie)?.value, items)}
      >
        <PortalDoor companyId={company.companyId}>{children}</PortalDoor>
      </PortalShell>
    </AreaTexts>
  );
}
