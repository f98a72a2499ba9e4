import { FleetPersSheet } from "../../_screens/fleet-pers.sheet";

export default async function FleetPersPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <FleetPersSheet id={id} />;
}
