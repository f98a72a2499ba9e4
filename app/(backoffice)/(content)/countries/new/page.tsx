import { PageHeader } from "@/components/kit/page-header";
import { CountryForm } from "../_screens/country.form";

export default function NewCountryPage() {
  return (
    <>
      <PageHeader title="New country" />
      <CountryForm />
    </>
  );
}
