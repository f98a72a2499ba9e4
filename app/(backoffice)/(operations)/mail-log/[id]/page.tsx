import { RecordScreen } from "@/app/_screen/record-screen";
import { MailLogSheet } from "../_screens/mail-log.sheet";

export default async function MailPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="mailLogs" id={id}>
      <MailLogSheet id={id} />
    </RecordScreen>
  );
}
