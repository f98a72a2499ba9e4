"use client";

import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { Answer } from "@/components/kit/answer";
import { LeaveGuard } from "@/components/kit/form/leave-guard";
import { messageOf, problemOf } from "@/components/kit/problem";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { portalUsers } from "../portal-user.resource";
import styles from "./user-optins.module.css";

interface Values {
  languageId: string | null;
  timeZone: string;
  distanceUnit: "km" | "mi";
  emailNotifications: boolean;
  pushNotifications: boolean;
  weeklyReport: boolean;
}
const unset: Values = {
  languageId: null,
  timeZone: "UTC",
  distanceUnit: "km",
  emailNotifications: true,
  pushNotifications: true,
  weeklyReport: false,
};
const switches = [
  ["emailNotifications", "Notifications by e-mail"],
  ["pushNotifications", "Notifications on the phone"],
  ["weeklyReport", "A report each week"],
] as const;
const zones = Intl.supportedValuesOf("timeZone");

/** The preferences in one app; a new one first says in which. */
function OptinForm({
  userId,
  app,
  stored,
  onSaved,
}: {
  userId: string;
  app?: string;
  stored?: Values;
  onSaved?: () => void;
}) {
  const mayWrite = useMay()(portalUsers.may.write);
  const id = useId();
  const languages = trpc.profile.languages.useQuery({}).data?.items ?? [];
  const put = trpc.portalUsers.putOptin.useMutation();
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [key, setKey] = useState(app ?? "");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const values: Values = { ...unset, ...stored, ...edits };
  const before: Values = { ...unset, ...stored };
  const changed = (Object.keys(edits) as (keyof Values)[]).filter((name) => values[name] !== before[name]);
  const isDirty = changed.length > 0 || (app === undefined && key !== "");
  const set = (edit: Partial<Values>) => setEdits({ ...edits, ...edit });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    try {
      const sent = Object.fromEntries(changed.map((name) => [name, values[name]]));
      await put.mutateAsync({ userId, platformTechKey: key, ...sent });
      notify("Preferences saved");
      setEdits({});
      onSaved?.();
    } catch (error) {
      const known = problemOf(error)?.errors;
      if (known) setErrors(Object.fromEntries(known.map(({ path, message }) => [path, message])));
      else notify(messageOf(error), { tone: "bad" });
    }
  };

  return (
    <form onSubmit={save} className={styles.form}>
      <fieldset disabled={!mayWrite || put.isPending}>
        {app === undefined && (
          <TextInput
            label="App"
            description="Its key, such as RIDER_APP."
            required
            withAsterisk={false}
            maxLength={100}
            value={key}
            error={errors.platformTechKey}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          label="Language"
          value={values.languageId ?? ""}
          error={errors.languageId}
          onChange={(event) => set({ languageId: event.currentTarget.value || null })}
          data={[
            { value: "", label: "The app's own" },
            ...languages.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
        <TextInput
          label="Time zone"
          list={`${id}-zones`}
          value={values.timeZone}
          error={errors.timeZone}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
        />
        <datalist id={`${id}-zones`}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <NativeSelect
          label="Distances in"
          value={values.distanceUnit}
          onChange={(event) => set({ distanceUnit: event.currentTarget.value === "mi" ? "mi" : "km" })}
          data={[
            { value: "km", label: "Kilometres" },
            { value: "mi", label: "Miles" },
          ]}
        />
        {switches.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={values[name]}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      {mayWrite && (
        <Button type="submit" disabled={!isDirty} loading={put.isPending}>
          Save preferences
        </Button>
      )}
      <LeaveGuard isDirty={isDirty} stays />
    </form>
  );
}

/** What a person has chosen in each app: language, time zone, what may be sent to them. */
export function OptinsTab({ userId }: { userId: string }) {
  const mayWrite = useMay()(portalUsers.may.write);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Answer of={trpc.portalUsers.optins.useQuery({ userId })}>
      {({ items }) => (
        <>
          {items.length === 0 && !isAdding && (
            <p className={styles.none}>Nothing was chosen in any app yet; the defaults of each app apply.</p>
          )}
          {items.map((one) => (
            <Section key={one.platformTechKey} title={one.platformTechKey}>
              <OptinForm userId={userId} app={one.platformTechKey} stored={one} />
            </Section>
          ))}
          {isAdding ? (
            <Section title="Another app">
              <OptinForm userId={userId} onSaved={() => setIsAdding(false)} />
            </Section>
          ) : (
            mayWrite && (
              <Button variant="default" onClick={() => setIsAdding(true)}>
                Set for another app
              </Button>
            )
          )}
        </>
      )}
    </Answer>
  );
}
