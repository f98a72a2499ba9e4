import { forbidden } from "next/navigation";
import { portalCompany } from "../../portal-companies";
import { FleetFigures } from "../_screens/fleet-figures.part";
import { fleetFigures } from "../fleet.resource";

export default async function FleetFiguresPage({ params }: { params: Promise<{ companyId: string }> }) {
  const { company } = await portalCompany((await params).companyId);
  if (fleetFigures.needs && !company.permissions.includes(fleetFigures.needs)) forbidden();
  return <FleetFigures />;
}
