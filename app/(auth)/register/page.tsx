import type { Metadata } from "next";
import { serverSide } from "@/app/_screen/hydrate";
import { manner } from "@/texts/speech";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { RegisterForm } from "./register-form";

export const generateMetadata = (): Metadata => ({ title: t("Create account") });

/** The account, and the mail with its code, get the language in which this page is read. */
export default async function RegisterPage() {
  const { trpc } = await serverSide();
  const { items } = await trpc.registration.languages();
  const { language } = manner();
  return (
    <AuthFrame title="Create account">
      <RegisterForm languageId={items.find(({ code }) => code === language)?.id} />
    </AuthFrame>
  );
}
