import { RecordScreen } from "@/app/(backoffice)/_screen/record-screen";
import { RiderSheet } from "../_screens/rider.sheet";

export default async function RiderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="riders" id={id}>
      <RiderSheet id={id} />
    </RecordScreen>
  );
}
