import { forbidden } from "next/navigation";
import { Ahead } from "@/app/_screen/ahead";
import type { Address } from "@/app/_screen/asked-by";
import { weeksOf } from "@/app/(backoffice)/(devices)/alert-desk/_screens/alert-figures.rules";
import { portalCompany } from "../../portal-companies";
import { FleetFigures } from "../_screens/fleet-figures.part";
import { fleetFigures } from "../fleet.resource";

interface Page {
  params: Promise<{ companyId: string }>;
  searchParams: Promise<Address>;
}

export default async function FleetFiguresPage({ params, searchParams }: Page) {
  const { companyId } = await params;
  const { company } = await portalCompany(companyId);
  if (fleetFigures.needs && !company.permissions.includes(fleetFigures.needs)) forbidden();
  const asked = { companyId, weeks: weeksOf((await searchParams).weeks) };
  return (
    <Ahead
      companyId={companyId}
      of={({ fleetAlerts }) =>
        Promise.all([fleetAlerts.weeks.rows.prefetch(asked), fleetAlerts.rules.rows.prefetch(asked)])
      }
    >
      <FleetFigures />
    </Ahead>
  );
}
