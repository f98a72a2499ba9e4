import { RecordScreen } from "@/app/_screen/record-screen";
import { FirmwareCategorySheet } from "../_screens/firmware-category.sheet";

export default async function FirmwareCategoryPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="firmwareCategories" id={id}>
      <FirmwareCategorySheet id={id} />
    </RecordScreen>
  );
}
