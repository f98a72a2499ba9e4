import { PageHeader } from "@/components/kit/page-header";
import { PortalUserForm } from "../_screens/portal-user.form";

export default function NewPortalUserPage() {
  return (
    <>
      <PageHeader title="New portal user" />
      <PortalUserForm />
    </>
  );
}
