import type { Metadata } from "next";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { ResetForm } from "./reset-form";

export const generateMetadata = (): Metadata => ({ title: t("Choose a new password") });

export default async function ResetPage({ searchParams }: { searchParams: Promise<{ email?: string | string[] }> }) {
  const email = [(await searchParams).email].flat()[0] ?? "";
  return (
    <AuthFrame title="Choose a new password">
      <ResetForm email={email} />
    </AuthFrame>
  );
}
