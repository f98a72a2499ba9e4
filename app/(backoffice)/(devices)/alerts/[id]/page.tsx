import { RecordScreen } from "@/app/_screen/record-screen";
import { AlertSheet } from "../_screens/alert.sheet";

export default async function AlertPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="alerts" id={id}>
      <AlertSheet id={id} />
    </RecordScreen>
  );
}
