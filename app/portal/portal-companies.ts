import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { serverSide } from "@/app/_screen/hydrate";
import { lackedOf } from "@/server/identity/catalogue/lacked.rules";
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
    lacks: {},
    isActing: actor.actingId !== undefined,
  };
  return { viewer, isStaff: actor.type === "Staff", companies };
});

/**
 * The same, inside one company, whose id is read in any case, with the rights there that the person holds and lacks. One that is not
 * the person's is refused (403), whether it exists or not.
 */
export const portalCompany = cache(async (companyId: string) => {
  const person = await portalCompanies();
  const company = person.companies.find((one) => one.companyId === companyId.toLowerCase());
  if (!company) forbidden();
  const { trpc } = await serverSide();
  const { codes } = await trpc.workspace.ceiling({ companyId: company.companyId });
  const { permissions } = company;
  const viewer = { ...person.viewer, permissions, lacks: lackedOf(new Set(permissions), codes) };
  return { ...person, viewer, company };
});
