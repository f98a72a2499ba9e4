import { PageHeader } from "@/components/kit/page-header";
import { AlertForm } from "../_screens/alert.form";

export default function NewAlertPage() {
  return (
    <>
      <PageHeader title="New alert" />
      <AlertForm />
    </>
  );
}
