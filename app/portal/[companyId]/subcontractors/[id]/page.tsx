import { SubcontractorSheet } from "../../_screens/subcontractor.sheet";

export default async function PartnerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <SubcontractorSheet id={id} />;
}
