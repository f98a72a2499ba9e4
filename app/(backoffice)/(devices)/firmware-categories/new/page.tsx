import { PageHeader } from "@/components/kit/page-header";
import { FirmwareCategoryForm } from "../_screens/firmware-category.form";

export default function NewFirmwareCategoryPage() {
  return (
    <>
      <PageHeader title="New firmware category" />
      <FirmwareCategoryForm />
    </>
  );
}
