import { redirect } from "next/navigation";
import { portalCompanies } from "./portal-companies";

/** Where portal users land: the workspace of their first company, or, without one, their own place. */
export default async function PortalPage() {
  const { isStaff, companies } = await portalCompanies();
  if (companies[0]) redirect(`/portal/${companies[0].companyId}`);
  redirect(isStaff ? "/" : "/portal/me");
}
