import { RecordScreen } from "@/app/_screen/record-screen";
import { RoleSheet } from "../_screens/role.sheet";

export default async function RolePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="roles" id={id}>
      <RoleSheet id={id} />
    </RecordScreen>
  );
}
