import { PageHeader } from "@/components/kit/page-header";
import { PersForm } from "../_screens/pers.form";

export default function NewPersPage() {
  return (
    <>
      <PageHeader title="New PERS device" />
      <PersForm />
    </>
  );
}
