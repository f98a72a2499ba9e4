import { RecordScreen } from "@/app/_screen/record-screen";
import { LevelAlertSheet } from "../_screens/level-alert.sheet";

export default async function LevelAlertPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="levelAlerts" id={id}>
      <LevelAlertSheet id={id} />
    </RecordScreen>
  );
}
