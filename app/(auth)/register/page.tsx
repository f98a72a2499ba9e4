import type { Metadata } from "next";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { pageLanguage } from "../page-language";
import { RegisterForm } from "./register-form";

export const generateMetadata = (): Metadata => ({ title: t("Create account") });

/** The account, and the mail with its code, get the language in which this page is read. */
export default async function RegisterPage() {
  return (
    <AuthFrame title="Create account">
      <RegisterForm languageId={await pageLanguage()} />
    </AuthFrame>
  );
}
