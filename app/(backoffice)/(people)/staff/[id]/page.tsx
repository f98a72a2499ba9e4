import { RecordScreen } from "@/app/_screen/record-screen";
import { StaffSheet } from "../_screens/staff.sheet";

export default async function StaffMemberPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="staff" id={id}>
      <StaffSheet id={id} />
    </RecordScreen>
  );
}
