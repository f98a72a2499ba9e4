import { RecordScreen } from "@/app/_screen/record-screen";
import { ApiKeySheet } from "../_screens/api-key.sheet";

export default async function ApiKeyPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="apiKeys" id={id}>
      <ApiKeySheet id={id} />
    </RecordScreen>
  );
}
