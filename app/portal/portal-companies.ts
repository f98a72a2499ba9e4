import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { serverSide } from "@/app/_screen/hydrate";
import { currentActor } from "@/server/identity/screen-session";

/**
 * The person at the screen and the companies they may enter: their active memberships.
 * Nobody is sent to sign in, and comes back here.
 */
export const portalCompanies = cache(async () => {
  const actor = await currentActor();
  if (actor?.kind !== "user") {
    const path = (await headers()).get("x-path") ?? "/portal";
    redirect(`/login?callbackUrl=${encodeURIComponent(path)}`);
  }
  if (actor.mustEnrol) redirect("/second-factor");
  const { trpc } = await serverSide();
  const me = await trpc.profile.me({});
  const companies = me.companies
    .filter(({ status }) => status === "active")
    .map(({ companyId, name, permissions }) => ({ companyId, name, permissions }));
  const viewer = {
    id: actor.id,
    label: actor.label,
    email: actor.email,
    permissions: [...actor.permissions],
    isActing: actor.actingId !== undefined,
  };
  return { viewer, isStaff: actor.type === "Staff", companies };
});

/** The same, inside one company, whose id is read in any case. One that is not the person's is refused (403), whether it exists or not. */
export async function portalCompany(companyId: string) {
  const person = await portalCompanies();
  const company = person.companies.find((one) => one.companyId === companyId.toLowerCase());
  if (!company) forbidden();
  return { ...person, company };
}
