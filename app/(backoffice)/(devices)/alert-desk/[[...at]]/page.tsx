import type { Address } from "@/app/_screen/asked-by";
import { DeskPage } from "@/app/_screen/desk-page";
import { onlyWhoMay } from "@/app/_screen/only-who-may";
import { AreaTexts } from "@/texts/area-texts";
import { StaffDesk } from "../_screens/staff-desk.part";
import { alertDesk } from "../alert-desk.resource";

interface Page {
  params: Promise<{ at?: string[] }>;
  searchParams: Promise<Address>;
}

/** The queue of staff, and beside it the alert that the address names. */
export default async function AlertDeskPage({ params, searchParams }: Page) {
  await onlyWhoMay(alertDesk.needs);
  return (
    <AreaTexts of="app/(backoffice)/(devices)/alert-desk/[[...at]]">
      <DeskPage of="alertDesk" at={(await params).at} searchParams={searchParams}>
        <StaffDesk />
      </DeskPage>
    </AreaTexts>
  );
}
