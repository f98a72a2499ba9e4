import { portalCompany } from "@/app/portal/portal-companies";
import { currentActor } from "@/server/identity/screen-session";

/** What the person may do where the page stands: in that company, or in the backoffice. */
export async function permissionsHere(companyId?: string): Promise<ReadonlySet<string>> {
  if (companyId) return new Set((await portalCompany(companyId)).viewer.permissions);
  const actor = await currentActor();
  return actor?.kind === "user" ? actor.permissions : new Set();
}
