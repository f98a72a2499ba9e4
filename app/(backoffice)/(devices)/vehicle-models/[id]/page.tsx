import { RecordScreen } from "@/app/_screen/record-screen";
import { VehicleModelSheet } from "../_screens/vehicle-model.sheet";

export default async function VehicleModelPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="vehicleModels" id={id}>
      <VehicleModelSheet id={id} />
    </RecordScreen>
  );
}
