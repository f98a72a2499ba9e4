import { PageHeader } from "@/components/kit/page-header";
import { LanguageForm } from "../_screens/language.form";

export default function NewLanguagePage() {
  return (
    <>
      <PageHeader title="New language" />
      <LanguageForm />
    </>
  );
}
