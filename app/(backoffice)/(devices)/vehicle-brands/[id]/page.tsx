import { RecordScreen } from "@/app/_screen/record-screen";
import { VehicleBrandSheet } from "../_screens/vehicle-brand.sheet";

export default async function VehicleBrandPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="vehicleBrands" id={id}>
      <VehicleBrandSheet id={id} />
    </RecordScreen>
  );
}
