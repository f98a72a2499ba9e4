import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { workspaceAreas } from "@/app/_resources/workspace";
import { areasFor } from "@/components/kit/screen";
import { railCookie, readRail } from "@/components/kit/shell/rail.rules";
import { AreaTexts } from "@/texts/area-texts";
import { PortalShell } from "../_shell/portal-shell";
import { portalCompanies } from "../portal-companies";

const home = "/portal/me";

/** The place of somebody who belongs to no company, such as a rider; the others have their company's. */
export default async function OwnLayout({ children }: { children: ReactNode }) {
  const { viewer, isStaff, companies } = await portalCompanies();
  if (isStaff || companies.length > 0) redirect("/portal");
  return (
    <AreaTexts of="app/portal/me">
      <PortalShell
        viewer={viewer}
        companies={[]}
        home={home}
        groups={areasFor(workspaceAreas, new Set(), home)}
        rail={readRail((await cookies()).get(railCookie)?.value, null)}
      >
        {children}
      </PortalShell>
    </AreaTexts>
  );
}
