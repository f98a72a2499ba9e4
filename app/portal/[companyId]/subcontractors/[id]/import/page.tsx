import { SubcontractorPersImport } from "../../../_screens/partner-import.form";

export default async function PartnerImportPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <SubcontractorPersImport id={id} />;
}
