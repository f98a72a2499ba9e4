import { RecordScreen } from "@/app/_screen/record-screen";
import { FirmwareVersionSheet } from "../_screens/firmware-version.sheet";

export default async function FirmwareVersionPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="firmwareVersions" id={id}>
      <FirmwareVersionSheet id={id} />
    </RecordScreen>
  );
}
