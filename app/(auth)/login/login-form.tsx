"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import Link from "next/link";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { samePath } from "@/server/identity/session/same-origin.rules";
import styles from "../auth.module.css";
import { signIn } from "./sign-in";

interface Demo {
  password: string;
  logins: { email: string; who: string }[];
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Counts down to zero, once a second. */
function useCountdown() {
  const [seconds, setSeconds] = useState(0);
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [seconds, setSeconds] as const;
}

export function LoginForm({ demo, callbackUrl }: { demo?: Demo; callbackUrl?: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown();
  const passwordField = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setMessage(undefined);
    const refusal = await signIn(email, password);
    if (!refusal) {
      window.location.assign(samePath(callbackUrl, window.location.origin));
      return;
    }
    setBusy(false);
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

  return (
    <>
      <form onSubmit={submit} className={styles.form}>
        {message && (
          <div role="alert" className={styles.alert}>
            {wait > 0 ? <IconClock size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
            <span>
              {message}
              {wait > 0 && <strong className={styles.wait}> {clock(wait)}</strong>}
            </span>
          </div>
        )}
        <TextInput
          label="E-mail"
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
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
          Sign in
        </Button>
      </form>
      <p className={styles.links}>
        <Link href={`/forgot?email=${encodeURIComponent(email)}`} prefetch={false}>
          Forgot your password?
        </Link>
        <Link href="/register" prefetch={false}>
          Create an account
        </Link>
      </p>
      {demo && (
        <section className={styles.demo} aria-labelledby="demo-title">
          <h2 id="demo-title">Demo logins</h2>
          <p>
            Choose one; the password of all is <code>{demo.password}</code>.
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
