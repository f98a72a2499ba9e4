import { FleetRiderSheet } from "../../_screens/fleet-rider.sheet";

export default async function FleetRiderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <FleetRiderSheet id={id} />;
}
