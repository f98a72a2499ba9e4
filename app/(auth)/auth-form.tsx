"use client";

import { Button, TextInput } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import Link from "next/link";
import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import { PasswordField } from "@/components/ui/password-field";
import { t, tt } from "@/texts/t";
import styles from "./auth.module.css";

interface Field {
  name: string;
  label: string;
  type?: "email" | "password" | "code";
  autoComplete: string;
  description?: string;
  value?: string;
}

/** What a new person is called, and the password that they choose. */
export const nameFields = [
  { name: "firstName", label: "First name", autoComplete: "given-name" },
  { name: "lastName", label: "Last name", autoComplete: "family-name" },
] as const satisfies Field[];
export const newPasswordField: Field = {
  name: "password",
  label: "Password",
  type: "password",
  autoComplete: "new-password",
  description: "At least 10 characters.",
};

interface Props {
  fields: Field[];
  submit: string;
  /** throws what the server refused with */
  onSubmit: (values: Record<string, string>) => Promise<void>;
  /** above the fields */
  children?: ReactNode;
  links?: { title: string; href: string }[];
}

/** A short form before the backoffice: what the server says about a field stands at that field. */
export function AuthForm({ fields, submit, onSubmit, children, links }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setMessage(undefined);
    setErrors({});
    try {
      await onSubmit(Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? "")])));
    } catch (error) {
      const known = problemOf(error)?.errors?.filter(({ path }) => fields.some(({ name }) => name === path)) ?? [];
      setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])));
      if (known.length === 0) setMessage(messageOf(error));
    }
    setBusy(false);
  }

  return (
    <>
      {children}
      <form onSubmit={send} className={styles.form}>
        {message && (
          <div role="alert" className={styles.alert}>
            <IconAlertCircle size={18} aria-hidden />
            <span>{message}</span>
          </div>
        )}
        {fields.map(({ name, label, type, autoComplete, description, value }) => {
          const props = {
            name,
            label: t(label),
            autoComplete,
            description: tt(description),
            defaultValue: value,
            error: errors[name],
          };
          const same = { size: "md", required: true, withAsterisk: false } as const;
          return type === "password" ? (
            <PasswordField key={name} {...props} {...same} />
          ) : (
            <TextInput
              key={name}
              {...props}
              {...same}
              type={type === "email" ? "email" : "text"}
              {...(type === "code" && { inputMode: "numeric", maxLength: 6 })}
            />
          );
        })}
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {t(submit)}
        </Button>
      </form>
      {links && (
        <p className={styles.links}>
          {links.map(({ title, href }) => (
            <Link key={href} href={href} prefetch={false}>
              {t(title)}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
