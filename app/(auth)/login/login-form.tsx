"use client";

import { Button, TextInput } from "@mantine/core";
import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import { PasswordField } from "@/components/ui/password-field";
import { samePath } from "@/server/identity/session/same-origin.rules";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import styles from "../auth.module.css";
import { CodeStep } from "./code-step";
import { Refused, useCountdown } from "./refused";
import { signIn } from "./sign-in";

interface Demo {
  password: string;
  logins: { email: string; who: string }[];
}

export function LoginForm({ demo, callbackUrl }: { demo?: Demo; callbackUrl?: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown();
  const [asksCode, setAsksCode] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);

  const done = () => window.location.assign(samePath(callbackUrl, window.location.origin));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setMessage(undefined);
    const refusal = await signIn(email, password);
    if (!refusal) return done();
    setBusy(false);
    if (refusal.code === "second_factor_required") return setAsksCode(true);
    setMessage(refusal.message);
    setWait(refusal.wait ?? 0);
    passwordField.current?.focus();
    passwordField.current?.select();
  }

  function fill(address: string, secret: string) {
    setEmail(address);
    setPassword(secret);
    setMessage(undefined);
    passwordField.current?.focus();
  }

  if (asksCode) return <CodeStep email={email} password={password} onDone={done} onBack={() => setAsksCode(false)} />;
  return (
    <>
      <form onSubmit={submit} className={styles.form}>
        {message && <Refused message={message} wait={wait} />}
        <TextInput
          label={t("E-mail")}
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordField}
          label={t("Password")}
          name="password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
          {t("Sign in")}
        </Button>
      </form>
      <p className={styles.links}>
        <Link href={`/forgot?email=${encodeURIComponent(email)}`} prefetch={false}>
          {t("Forgot your password?")}
        </Link>
        <Link href="/register" prefetch={false}>
          {t("Create an account")}
        </Link>
      </p>
      {demo && (
        <section className={styles.demo} aria-labelledby="demo-title">
          <h2 id="demo-title">{t("Demo logins")}</h2>
          <p>
            <Rich
              text="Choose one. They all use the password <code>{password}</code>."
              values={{ password: demo.password }}
              parts={{ code: (words) => <code>{words}</code> }}
            />
          </p>
          <ul>
            {demo.logins.map(({ email: address, who }) => (
              <li key={address}>
                <button type="button" onClick={() => fill(address, demo.password)}>
                  <span>{address}</span>
                  <small>{who}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
