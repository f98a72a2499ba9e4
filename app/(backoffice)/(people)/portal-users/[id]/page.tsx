import { RecordScreen } from "@/app/_screen/record-screen";
import { PortalUserSheet } from "../_screens/portal-user.sheet";

export default async function PortalUserPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="portalUsers" id={id}>
      <PortalUserSheet id={id} />
    </RecordScreen>
  );
}
