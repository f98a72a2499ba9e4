import { RecordScreen } from "@/app/(backoffice)/_screen/record-screen";
import { PersSheet } from "../_screens/pers.sheet";

export default async function PersPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="pers" id={id}>
      <PersSheet id={id} />
    </RecordScreen>
  );
}
