import type { Metadata } from "next";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { RegisterForm } from "./register-form";

export const generateMetadata = (): Metadata => ({ title: t("Create account") });

export default function RegisterPage() {
  return (
    <AuthFrame title="Create account">
      <RegisterForm />
    </AuthFrame>
  );
}
