"use client";

import { Button, PasswordInput, Select } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { When } from "@/components/ui/value";
import styles from "./account.module.css";

function LanguageSection() {
  const me = trpc.profile.me.useQuery({});
  const languages = trpc.profile.languages.useQuery({});
  const update = trpc.profile.update.useMutation({
    onSuccess: () => notify("Language saved"),
    onError: (error) => notify(messageOf(error), { tone: "bad" }),
    onSettled: () => me.refetch(),
  });
  const options = languages.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Section title="You">
      <Facts
        facts={[
          ["Name", me.data && `${me.data.firstName} ${me.data.lastName}`],
          ["E-mail", me.data?.email],
          ["Roles", me.data?.roles.map(({ name }) => name).join(", ") || "None"],
        ]}
      />
      <Select
        label="Language of mails"
        data={options}
        value={me.data?.languageId ?? null}
        onChange={(languageId) => update.mutate({ languageId })}
        disabled={update.isPending}
      />
    </Section>
  );
}

interface SecretProps {
  title: string;
  help: string;
  field: "newPassword" | "switchToPassword";
  label: string;
  save: (currentPassword: string, secret: string) => Promise<unknown>;
}

/** Sets a secret that needs the login password beside it. */
function SecretSection({ title, help, field, label, save }: SecretProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    setErrors({});
    try {
      await save(String(data.get("currentPassword")), String(data.get(field)));
      form.reset();
      notify(`${label} saved`);
    } catch (error) {
      const known = problemOf(error)?.errors ?? [];
      setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])));
      if (known.length === 0) notify(messageOf(error), { tone: "bad" });
    }
    setBusy(false);
  }
  return (
    <Section title={title}>
      <p className={styles.help}>{help}</p>
      <form onSubmit={send} className={styles.form}>
        <PasswordInput
          name="currentPassword"
          label="Login password you have"
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={errors.currentPassword}
        />
        <PasswordInput
          name={field}
          label={label}
          autoComplete="new-password"
          description="At least 10 characters."
          required
          withAsterisk={false}
          error={errors[field]}
        />
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
      </form>
    </Section>
  );
}

function SessionSection() {
  const sessions = trpc.sessions.list.useQuery({});
  const after = {
    onSettled: () => sessions.refetch(),
    onError: (error: unknown) => notify(messageOf(error), { tone: "bad" }),
  };
  const end = trpc.sessions.end.useMutation(after);
  const endOthers = trpc.sessions.endOthers.useMutation(after);
  const items = sessions.data?.items ?? [];
  return (
    <Section title="Where you are signed in">
      <ul className={styles.sessions}>
        {items.map((session) => (
          <li key={session.id}>
            <span className={styles.device}>
              {session.userAgent ?? session.keyPlatformTech ?? (session.kind === "api" ? "An app" : "A browser")}
              <small>
                {session.ip ?? "Unknown address"}, since <When at={session.createdAt} />
              </small>
            </span>
            {session.isCurrent ? (
              <span className={styles.help}>This session</span>
            ) : (
              <Button size="xs" variant="default" onClick={() => end.mutate({ id: session.id })}>
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          Sign out everywhere else
        </Button>
      )}
    </Section>
  );
}

/** The person's own account: language, passwords, sessions. Under switch-to only the language can be changed. */
export function AccountScreen() {
  const { isActing } = useViewer();
  const may = useMay();
  const change = trpc.password.change.useMutation();
  const setSwitchTo = trpc.password.setSwitchTo.useMutation();
  return (
    <div className={styles.page}>
      <LanguageSection />
      {!isActing && (
        <>
          <SecretSection
            title="Password"
            help="Every other session of yours ends when it changes."
            field="newPassword"
            label="New password"
            save={(currentPassword, newPassword) => change.mutateAsync({ currentPassword, newPassword })}
          />
          {may("switch-to.use") && (
            <SecretSection
              title="Switch-to password"
              help="A second secret, asked for when you switch to a member of a company."
              field="switchToPassword"
              label="Switch-to password"
              save={(currentPassword, switchToPassword) =>
                setSwitchTo.mutateAsync({ currentPassword, switchToPassword })
              }
            />
          )}
          <SessionSection />
        </>
      )}
    </div>
  );
}
