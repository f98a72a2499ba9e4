"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../auth.module.css";
import { AuthForm } from "../auth-form";

/** The code from the mail; another one on request, once an address is known. */
export function ActivateForm({ email }: { email: string }) {
  const verify = trpc.registration.verify.useMutation();
  const again = trpc.registration.generateCode.useMutation();
  const [said, setSaid] = useState<string>();
  const sendAgain = () =>
    again.mutateAsync({ email }).then(
      () =>
        setSaid("If this account is waiting for a code, a new one is on its way. The previous code no longer works."),
      (error) => setSaid(messageOf(error)),
    );
  return (
    <>
      <AuthForm
        submit="Activate account"
        fields={[
          { name: "email", label: "E-mail", type: "email", autoComplete: "username", value: email },
          { name: "code", label: "Code", type: "code", autoComplete: "one-time-code" },
        ]}
        onSubmit={async ({ email = "", code = "" }) => {
          await verify.mutateAsync({ email, code });
          window.location.assign("/login");
        }}
        links={[{ title: "Sign in", href: "/login" }]}
      >
        <p className={styles.text}>{t("We sent you a six-digit code by e-mail. It is valid for 10 minutes.")}</p>
      </AuthForm>
      {email && (
        <Button variant="subtle" size="md" fullWidth mt={16} loading={again.isPending} onClick={sendAgain}>
          {t("Send another code")}
        </Button>
      )}
      <p className={styles.text} role="status">
        {said}
      </p>
    </>
  );
}
