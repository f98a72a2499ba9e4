import { RecordScreen } from "@/app/_screen/record-screen";
import { ModelPersSheet } from "../_screens/model-pers.sheet";

export default async function ModelPersPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="modelPers" id={id}>
      <ModelPersSheet id={id} />
    </RecordScreen>
  );
}
