import { RecordScreen } from "@/app/_screen/record-screen";
import { BrandMessageSheet } from "../_screens/brand-message.sheet";

export default async function BrandMessagePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="brandMessages" id={id}>
      <BrandMessageSheet id={id} />
    </RecordScreen>
  );
}
