"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../auth.module.css";
import { AuthForm } from "../auth-form";

export function ForgotForm({ email }: { email: string }) {
  const forgot = trpc.password.forgot.useMutation();
  return (
    <AuthForm
      submit="Send code"
      fields={[{ name: "email", label: "E-mail", type: "email", autoComplete: "username", value: email }]}
      onSubmit={async ({ email = "" }) => {
        await forgot.mutateAsync({ email });
        window.location.assign(`/reset?email=${encodeURIComponent(email)}`);
      }}
      links={[{ title: "Back to sign in", href: "/login" }]}
    >
      <p className={styles.text}>{t("We send a six-digit code to the e-mail address of your account.")}</p>
    </AuthForm>
  );
}
