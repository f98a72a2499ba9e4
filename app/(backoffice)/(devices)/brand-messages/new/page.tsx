import { PageHeader } from "@/components/kit/page-header";
import { BrandMessageForm } from "../_screens/brand-message.form";

export default function NewBrandMessagePage() {
  return (
    <>
      <PageHeader title="New brand message" />
      <BrandMessageForm />
    </>
  );
}
