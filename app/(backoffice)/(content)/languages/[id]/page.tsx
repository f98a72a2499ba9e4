import { RecordScreen } from "@/app/_screen/record-screen";
import { LanguageSheet } from "../_screens/language.sheet";

export default async function LanguagePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RecordScreen name="languages" id={id}>
      <LanguageSheet id={id} />
    </RecordScreen>
  );
}
