import { PageHeader } from "@/components/kit/page-header";
import { LabelForm } from "../_screens/label.form";

export default function NewLabelPage() {
  return (
    <>
      <PageHeader title="New interface label" />
      <LabelForm />
    </>
  );
}
