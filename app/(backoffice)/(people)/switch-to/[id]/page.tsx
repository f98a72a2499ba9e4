import { RecordScreen } from "@/app/(backoffice)/_screen/record-screen";
import { SwitchForm } from "../_screens/switch-form";

export default async function SwitchToMemberPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="switchTo" id={id}>
      <SwitchForm id={id} />
    </RecordScreen>
  );
}
