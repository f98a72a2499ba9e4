import { PageHeader } from "@/components/kit/page-header";
import { StaffForm } from "../_screens/staff.form";

export default function NewStaffPage() {
  return (
    <>
      <PageHeader title="Invite staff" />
      <StaffForm />
    </>
  );
}
