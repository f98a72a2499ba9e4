import type { Metadata } from "next";
import { ScreenHeader } from "@/components/kit/page-header";
import { t } from "@/texts/t";
import { ContactForm } from "../_screens/contact.form";
import { contactScreen } from "../contact.resource";

export const generateMetadata = (): Metadata => ({ title: `${t(contactScreen.heading)} · Persdesk` });

export default async function PortalContactPage({ params }: { params: Promise<{ companyId: string }> }) {
  const { companyId } = await params;
  return (
    <>
      <ScreenHeader of={{ heading: contactScreen.heading }} />
      <ContactForm companyId={companyId} />
    </>
  );
}
