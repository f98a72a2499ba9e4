import { FleetVehicleSheet } from "../../_screens/fleet-vehicle.sheet";

export default async function FleetVehiclePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <FleetVehicleSheet id={id} />;
}
