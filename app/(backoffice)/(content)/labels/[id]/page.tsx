import { RecordScreen } from "@/app/_screen/record-screen";
import { LabelSheet } from "../_screens/label.sheet";

export default async function LabelPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="labels" id={id}>
      <LabelSheet id={id} />
    </RecordScreen>
  );
}
