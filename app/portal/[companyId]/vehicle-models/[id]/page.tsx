import { FleetModelSheet } from "../../_screens/fleet-model.form";

export default async function FleetModelPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <FleetModelSheet id={id} />;
}
