"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { type FormEvent, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import styles from "./account.module.css";

type App = inferRouterOutputs<AppRouter>["profile"]["preferences"]["items"][number];
type Edits = Partial<
  Pick<App, "inAppNotifications" | "pushNotifications" | "emailNotifications" | "quietFrom" | "quietTo">
>;

const fields = { 1: "inAppNotifications", 2: "pushNotifications", 3: "emailNotifications" } as const;

/** What one app may send, by which channels, and when it is quiet. Only what was changed is sent. */
function AppForm({ app, timeZone }: { app: App; timeZone: string }) {
  const set = trpc.profile.setPreferences.useMutation();
  const [edits, setEdits] = useState<Edits>({});
  const values = { ...app, ...edits };
  const edit = (next: Edits) => setEdits({ ...edits, ...next });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const isSaved = await attempt(() => set.mutateAsync({ platformTechKey: app.platformTechKey, ...edits }));
    if (!isSaved) return;
    setEdits({});
    notify(t("Preferences saved"));
  };
  const hours = [
    ["quietFrom", "Quiet from"],
    ["quietTo", "Quiet until"],
  ] as const;
  return (
    <form onSubmit={save} className={styles.form}>
      <fieldset className={styles.choices}>
        <legend>{productName(app.label)}</legend>
        {app.isOfCompany && (
          <p className={styles.help}>{t("As your company prefers it. What you save here counts instead.")}</p>
        )}
        {app.typeNotificationList.map((type) => (
          <Checkbox
            key={type}
            label={t(notificationTypes[type])}
            checked={values[fields[type]]}
            onChange={(event) => edit({ [fields[type]]: event.currentTarget.checked })}
          />
        ))}
        <div className={styles.hours}>
          {hours.map(([name, label]) => (
            <TextInput
              key={name}
              type="time"
              label={t(label)}
              value={values[name] ?? ""}
              onChange={(event) => edit({ [name]: event.currentTarget.value || null })}
            />
          ))}
        </div>
        <small>
          {t("By the clock {timeZone}. Meanwhile pushes and e-mails wait, unless they are urgent; the inbox goes on.", {
            timeZone,
          })}
        </small>
      </fieldset>
      <Button type="submit" variant="default" disabled={Object.keys(edits).length === 0} loading={set.isPending}>
        {t("Save preferences")}
      </Button>
    </form>
  );
}

/** What the person wants to be sent, in each of their apps. */
export const PreferencesSection = () => (
  <Section title="What you are sent">
    <Answer of={trpc.profile.preferences.useQuery({})}>
      {({ items, timeZone }) => items.map((app) => <AppForm key={app.platformTechKey} app={app} timeZone={timeZone} />)}
    </Answer>
  </Section>
);
