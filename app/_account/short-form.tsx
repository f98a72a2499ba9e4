"use client";

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import { PasswordField } from "@/components/ui/password-field";
import { t, tt } from "@/texts/t";
import styles from "./account.module.css";

interface Field {
  name: string;
  label: string;
  type: "password" | "new-password" | "code" | "email";
  description?: string;
}

interface Props {
  fields: Field[];
  submit: string;
  color?: string;
  /** begins in the first field, such as in a dialog */
  takesFocus?: boolean;
  /** throws what the server refused with */
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
}

/** A few secrets and a button: what the server says about a field stands at that field. */
export function ShortForm({ fields, submit, color, takesFocus, onSubmit }: Props) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A dialog that opens around this puts the focus on its close button first.
    const timer = takesFocus ? setTimeout(() => ref.current?.querySelector("input")?.focus()) : undefined;
    return () => clearTimeout(timer);
  }, [takesFocus]);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    setErrors({});
    setMessage(undefined);
    try {
      await onSubmit(Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? "")])));
      form.reset();
    } catch (error) {
      const known = problemOf(error)?.errors?.filter(({ path }) => fields.some(({ name }) => name === path)) ?? [];
      setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])));
      if (known.length === 0) setMessage(messageOf(error));
      const wrong = form.elements.namedItem(known[0]?.path ?? fields[0]?.name ?? "");
      if (wrong instanceof HTMLInputElement) wrong.select();
    }
    setBusy(false);
  }
  return (
    <form ref={ref} onSubmit={send} className={styles.form}>
      {message && (
        <p role="alert" className={styles.refused}>
          {message}
        </p>
      )}
      {fields.map(({ name, label, type, description }) => {
        const props = {
          name,
          label: t(label),
          description: tt(description),
          error: errors[name],
          required: true,
          withAsterisk: false,
        };
        if (type === "code")
          return <TextInput key={name} {...props} autoComplete="one-time-code" spellCheck={false} maxLength={40} />;
        if (type === "email") return <TextInput key={name} {...props} type="email" autoComplete="email" />;
        return <PasswordField key={name} {...props} autoComplete={type === "password" ? "current-password" : type} />;
      })}
      <Button type="submit" loading={isBusy} color={color}>
        {t(submit)}
      </Button>
    </form>
  );
}
