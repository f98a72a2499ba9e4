import { PageHeader } from "@/components/kit/page-header";
import { RoleForm } from "../_screens/role.form";

export default function NewRolePage() {
  return (
    <>
      <PageHeader title="New role" />
      <RoleForm />
    </>
  );
}
