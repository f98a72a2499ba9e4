"use client";

import { useState } from "react";
import { trpc } from "@/components/kit/trpc";
import { Copyable } from "@/components/ui/value";
import { t } from "@/texts/t";
import { QrCode } from "./qr-code";
import { RecoveryCodes } from "./recovery-codes";
import styles from "./second-factor.module.css";
import { ShortForm } from "./short-form";

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** The way to a second factor: the password, the authenticator with its first code, the recovery codes. */
export function Enrolment({ done, onDone }: { done: string; onDone: () => void }) {
  const start = trpc.secondFactor.start.useMutation();
  const confirm = trpc.secondFactor.confirm.useMutation();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={done} onDone={onDone} />;
  if (!start.data)
    return (
      <div className={styles.step}>
        <p>
          {t(
            "In addition to your password, sign-in asks for a six-digit code from an authenticator app on your phone, such as Aegis, Google Authenticator or 1Password.",
          )}
        </p>
        <ShortForm
          takesFocus
          submit="Set up authenticator"
          fields={[{ name: "currentPassword", label: "Your password", type: "password" }]}
          onSubmit={({ currentPassword = "" }) => start.mutateAsync({ currentPassword })}
        />
      </div>
    );
  const { secret, uri } = start.data;
  return (
    <div className={styles.step}>
      <p>{t("Scan this with your authenticator app, then enter the code it shows.")}</p>
      <QrCode text={uri} label="QR code for your authenticator" />
      <p className={styles.secret}>
        {t("Cannot scan it? Enter this key:")} <Copyable value={secret}>{inFours(secret)}</Copyable>
      </p>
      <ShortForm
        key="code"
        takesFocus
        submit="Turn on"
        fields={[{ name: "code", label: "Code", type: "code" }]}
        onSubmit={async ({ code = "" }) => setCodes((await confirm.mutateAsync({ code })).recoveryCodes)}
      />
    </div>
  );
}
