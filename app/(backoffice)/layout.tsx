import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { backofficeAreas } from "@/app/_resources/backoffice";
import { BackofficeAudited } from "@/app/_resources/backoffice-audited";
import { serverSide } from "@/app/_screen/hydrate";
import { areasFor } from "@/components/kit/screen";
import { ScreensProvider } from "@/components/kit/screens";
import { railCookie, readRail } from "@/components/kit/shell/rail.rules";
import { RailProvider } from "@/components/kit/shell/rail-state";
import { RecentProvider } from "@/components/kit/shell/recent";
import { Shell } from "@/components/kit/shell/shell";
import { ViewerProvider } from "@/components/kit/viewer";
import { lackedOf, staffRights } from "@/server/identity/catalogue/lacked.rules";
import { currentActor } from "@/server/identity/screen-session";
import { AreaTexts } from "@/texts/area-texts";
import { RailCount } from "./(devices)/alert-desk/_screens/rail-count.part";
import { alertDesk } from "./(devices)/alert-desk/alert-desk.resource";

export default async function BackofficeLayout({ children }: { children: ReactNode }) {
  const actor = await currentActor();
  const path = (await headers()).get("x-path") ?? "/";
  if (actor?.kind !== "user") {
    redirect(path === "/" ? "/login" : `/login?callbackUrl=${encodeURIComponent(path)}`);
  }
  if (actor.mustEnrol) redirect(`/second-factor?callbackUrl=${encodeURIComponent(path)}`);
  if (actor.type !== "Staff") redirect("/portal");
  if (actor.permissions.size === 0) redirect("/no-access");
  const viewer = {
    id: actor.id,
    label: actor.label,
    email: actor.email,
    permissions: [...actor.permissions],
    lacks: lackedOf(actor.permissions, staffRights),
    isActing: actor.actingId !== undefined,
  };
  const counts = actor.permissions.has(alertDesk.may.read) ? { [alertDesk.at]: <RailCount /> } : undefined;
  const { trpc } = await serverSide();
  const { items, recents } = await trpc.listViews.favourites({});
  return (
    <AreaTexts of="app/(backoffice)">
      <ViewerProvider viewer={viewer}>
        <ScreensProvider groups={areasFor(backofficeAreas, actor.permissions)} counts={counts}>
          <RailProvider initial={readRail((await cookies()).get(railCookie)?.value, items)}>
            <RecentProvider initial={recents}>
              <Shell app="BACKOFFICE_WEB">
                <BackofficeAudited>{children}</BackofficeAudited>
              </Shell>
            </RecentProvider>
          </RailProvider>
        </ScreensProvider>
      </ViewerProvider>
    </AreaTexts>
  );
}
