import { PageHeader } from "@/components/kit/page-header";
import { ModelPersForm } from "../_screens/model-pers.form";

export default function NewModelPersPage() {
  return (
    <>
      <PageHeader title="New PERS model" />
      <ModelPersForm />
    </>
  );
}
