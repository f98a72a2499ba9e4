import { redirect } from "next/navigation";
import { portalCompanies } from "./portal-companies";

/** Where portal users land: the workspace of their first company. */
export default async function PortalPage() {
  const { companies } = await portalCompanies();
  redirect(companies[0] ? `/portal/${companies[0].companyId}` : "/no-access");
}
