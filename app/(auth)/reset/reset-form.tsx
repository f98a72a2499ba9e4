"use client";

import { useRef } from "react";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../auth.module.css";
import { AuthForm } from "../auth-form";

/** The code and the new password in one step; a code that was good stays so when the password is refused. */
export function ResetForm({ email }: { email: string }) {
  const validate = trpc.password.validateCode.useMutation();
  const reset = trpc.password.reset.useMutation();
  const good = useRef<{ code: string; authorization: string }>(undefined);
  return (
    <AuthForm
      submit="Set password"
      fields={[
        { name: "email", label: "E-mail", type: "email", autoComplete: "username", value: email },
        { name: "code", label: "Code", type: "code", autoComplete: "one-time-code" },
        {
          name: "password",
          label: "New password",
          type: "password",
          autoComplete: "new-password",
          description: "At least 10 characters. All your sessions will end.",
        },
      ]}
      onSubmit={async ({ email = "", code = "", password = "" }) => {
        if (good.current?.code !== code) {
          const { accessToken } = await validate.mutateAsync({ email, code });
          // not a text
          good.current = { code, authorization: `Bearer ${accessToken}` };
        }
        await reset.mutateAsync({ password, authorization: good.current.authorization });
        window.location.assign("/login");
      }}
      links={[
        { title: "Send another code", href: `/forgot?email=${encodeURIComponent(email)}` },
        { title: "Sign in", href: "/login" },
      ]}
    >
      <p className={styles.text}>
        {t("If an account exists for this address, a code is on its way. It is valid for 10 minutes.")}
      </p>
    </AuthForm>
  );
}
