import { forbidden } from "next/navigation";
import type { Address } from "@/app/_screen/asked-by";
import { DeskPage } from "@/app/_screen/desk-page";
import { AreaTexts } from "@/texts/area-texts";
import { portalCompany } from "../../../portal-companies";
import { FleetDesk } from "../../_screens/fleet-desk.part";
import { fleetAlerts } from "../../fleet.resource";

interface Page {
  params: Promise<{ companyId: string; at?: string[] }>;
  searchParams: Promise<Address>;
}

/** The company's queue, and beside it the alert that the address names. */
export default async function FleetDeskPage({ params, searchParams }: Page) {
  const { companyId, at } = await params;
  const { company } = await portalCompany(companyId);
  if (!company.permissions.includes(fleetAlerts.may.read)) forbidden();
  return (
    <AreaTexts of="app/portal/[companyId]/alert-desk/[[...at]]">
      <DeskPage of="fleetAlerts" where={{ companyId }} at={at} searchParams={searchParams}>
        <FleetDesk />
      </DeskPage>
    </AreaTexts>
  );
}
