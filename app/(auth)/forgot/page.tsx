import type { Metadata } from "next";
import { AuthFrame } from "../auth-frame";
import { ForgotForm } from "./forgot-form";

export const metadata: Metadata = { title: "Forgot your password" };

export default async function ForgotPage({ searchParams }: { searchParams: Promise<{ email?: string | string[] }> }) {
  const email = [(await searchParams).email].flat()[0] ?? "";
  return (
    <AuthFrame title="Forgot your password">
      <ForgotForm email={email} />
    </AuthFrame>
  );
}
