"use client";

import { Button, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { type FormEvent, useRef, useState } from "react";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import styles from "../auth.module.css";
import { Refused, useCountdown } from "./refused";
import { type Refusal, signIn } from "./sign-in";

const OldCodes = dynamic(() => import("./old-codes").then((module) => module.OldCodes), { ssr: false });

interface Props {
  email: string;
  password: string;
  onDone: () => void;
  onBack: () => void;
}

const leftOf = (count: number) =>
  t("{count, plural, =0 {You have none left.} one {You have # left.} other {You have # left.}}", { count });

/** The second step of signing in: the authenticator's code, or a recovery code. */
export function CodeStep({ email, password, onDone, onBack }: Props) {
  const utils = trpc.useUtils();
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const [left, setLeft] = useState<number>();
  const [areOld, setAreOld] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown();
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const refused = await signIn(email, password, code);
    if (refused) {
      setBusy(false);
      setRefusal(refused);
      setWait(refused.wait ?? 0);
      field.current?.select();
      return;
    }
    const status = await utils.secondFactor.status.fetch({}).catch(() => undefined);
    if (status?.areRecoveryCodesOld) setAreOld(true);
    else if (isRecovery && status) setLeft(status.recoveryCodesLeft);
    else onDone();
  }

  if (areOld) return <OldCodes onDone={onDone} />;
  if (left !== undefined)
    return (
      <div className={styles.form} role="status">
        <p className={styles.text}>
          {t("You signed in with a recovery code. It cannot be used again.")} <strong>{leftOf(left)}</strong>{" "}
          {left < 4 && t("Create new ones in your profile.")}
        </p>
        <Button size="md" fullWidth autoFocus onClick={onDone}>
          {t("Continue")}
        </Button>
      </div>
    );
  const other = () => {
    setIsRecovery(!isRecovery);
    setCode("");
    setRefusal(undefined);
    field.current?.focus();
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {refusal && <Refused message={refusal.message} wait={wait} />}
      <TextInput
        ref={field}
        label={isRecovery ? t("Recovery code") : t("Code")}
        description={
          isRecovery
            ? t("One of the codes you saved, such as k7m2q-x9fhd.")
            : t("The six-digit code from your authenticator app.")
        }
        name="code"
        autoComplete={isRecovery ? "off" : "one-time-code"}
        inputMode={isRecovery ? "text" : "numeric"}
        spellCheck={false}
        maxLength={40}
        size="md"
        required
        withAsterisk={false}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t("Sign in")}
      </Button>
      <div className={styles.ways}>
        <button type="button" onClick={other}>
          {isRecovery ? t("Use your authenticator app") : t("Use a recovery code")}
        </button>
        <button type="button" onClick={onBack}>
          {t("Sign in as someone else")}
        </button>
      </div>
    </form>
  );
}
