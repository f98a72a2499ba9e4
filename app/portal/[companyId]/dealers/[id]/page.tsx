import { DealerSheet } from "../../_screens/dealer.sheet";

export default async function PartnerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <DealerSheet id={id} />;
}
