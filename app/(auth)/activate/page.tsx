import type { Metadata } from "next";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { ActivateForm } from "./activate-form";

export const generateMetadata = (): Metadata => ({ title: t("Activate account") });

export default async function ActivatePage({ searchParams }: { searchParams: Promise<{ email?: string | string[] }> }) {
  const email = [(await searchParams).email].flat()[0] ?? "";
  return (
    <AuthFrame title="Activate account">
      <ActivateForm email={email} />
    </AuthFrame>
  );
}
