import type { Metadata } from "next";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { ForgotForm } from "./forgot-form";

export const generateMetadata = (): Metadata => ({ title: t("Forgot your password") });

export default async function ForgotPage({ searchParams }: { searchParams: Promise<{ email?: string | string[] }> }) {
  const email = [(await searchParams).email].flat()[0] ?? "";
  return (
    <AuthFrame title="Forgot your password">
      <ForgotForm email={email} />
    </AuthFrame>
  );
}
