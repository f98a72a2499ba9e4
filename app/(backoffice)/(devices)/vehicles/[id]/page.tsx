import { RecordScreen } from "@/app/_screen/record-screen";
import { VehicleSheet } from "../_screens/vehicle.sheet";

export default async function VehiclePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="vehicles" id={id}>
      <VehicleSheet id={id} />
    </RecordScreen>
  );
}
