import { RecordScreen } from "@/app/_screen/record-screen";
import { CountrySheet } from "../_screens/country.sheet";

export default async function CountryPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="countries" id={id}>
      <CountrySheet id={id} />
    </RecordScreen>
  );
}
