"use client";

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { trpc } from "@/components/kit/trpc";
import { counted } from "@/server/kit/count.rules";
import styles from "../auth.module.css";
import { Refused, useCountdown } from "./refused";
import { type Refusal, signIn } from "./sign-in";

interface Props {
  email: string;
  password: string;
  onDone: () => void;
  onBack: () => void;
}

const leftOf = (count: number) => (count === 0 ? "None is left." : `${counted(count, "is", "are")} left.`);

/** The second step of signing in: the authenticator's code, or a recovery code. */
export function CodeStep({ email, password, onDone, onBack }: Props) {
  const utils = trpc.useUtils();
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const [left, setLeft] = useState<number>();
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
    if (!isRecovery) return onDone();
    const status = await utils.secondFactor.status.fetch({}).catch(() => undefined);
    if (status) setLeft(status.recoveryCodesLeft);
    else onDone();
  }

  if (left !== undefined)
    return (
      <div className={styles.form} role="status">
        <p className={styles.text}>
          You are signed in with a recovery code, which is worth nothing any more. <strong>{leftOf(left)}</strong>{" "}
          {left < 4 && "Make new ones on your profile."}
        </p>
        <Button size="md" fullWidth autoFocus onClick={onDone}>
          Continue
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
        label={isRecovery ? "Recovery code" : "Code"}
        description={
          isRecovery ? "One of those you stored, such as k7m2q-x9fhd." : "The six digits of your authenticator."
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
        Sign in
      </Button>
      <div className={styles.ways}>
        <button type="button" onClick={other}>
          {isRecovery ? "Use the authenticator" : "Use a recovery code"}
        </button>
        <button type="button" onClick={onBack}>
          Sign in as somebody else
        </button>
      </div>
    </form>
  );
}
